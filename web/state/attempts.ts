import { newId } from './new-id.ts'

const nameOf = (what: string) => `attempt:${what}`

/** The key under which one thing is asked for until it is known to be done: again and again, also after a reload. */
export function attemptKey(what: string): string {
  const kept = sessionStorage.getItem(nameOf(what))
  if (kept) return kept
  const key = newId()
  sessionStorage.setItem(nameOf(what), key)
  return key
}

export const endAttempt = (what: string): void => sessionStorage.removeItem(nameOf(what))
