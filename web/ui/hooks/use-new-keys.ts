import { useState } from 'react'

export const NO_KEYS: ReadonlySet<string> = new Set()

/**
 * Keys that the latest change added at the top of a newest-first list. A changed question starts a new list, which has
 * no new keys.
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

/** A tint that fades out. With reduced motion it stays until the list changes again. */
export const newLook =
  'transition-[background-color] duration-[2400ms] ease-out starting:bg-lantern-soft motion-reduce:bg-lantern-soft'
