import { useState } from 'react'

export const NO_KEYS: ReadonlySet<string> = new Set()

/**
 * Of a list with the newest first: those that have come in at its top while it was looked at. Another question is another
 * list, and has none.
 */
export function useNewKeys(question: string, keys: string[]): ReadonlySet<string> {
  const list = keys.join('\n')
  const [seen, setSeen] = useState({ question, list, keys, fresh: NO_KEYS })
  if (seen.question === question && seen.list === list) return seen.fresh
  const known = new Set(seen.keys)
  const count = keys.findIndex((key) => known.has(key))
  const fresh = seen.question === question && count > 0 ? new Set(keys.slice(0, count)) : NO_KEYS
  setSeen({ question, list, keys, fresh })
  return fresh
}

/** A tint that fades; where motion is not wanted it stays until the list changes again. */
export const newLook =
  'transition-[background-color] duration-[2400ms] ease-out starting:bg-lantern-soft motion-reduce:bg-lantern-soft'
