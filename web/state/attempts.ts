import { newId } from './new-id.ts'

const nameOf = (what: string) => `attempt:${what}`

/** True if an earlier request has no known outcome yet. Survives a reload. */
export const isAttemptOpen = (what: string): boolean =>
  sessionStorage.getItem(nameOf(what)) !== null

/** Idempotency key of a request, reused until its outcome is known. */
export function attemptKey(what: string): string {
  const key = sessionStorage.getItem(nameOf(what)) ?? newId()
  sessionStorage.setItem(nameOf(what), key)
  return key
}

export const endAttempt = (what: string): void => sessionStorage.removeItem(nameOf(what))
