import { newId } from './new-id.ts'

const nameOf = (what: string) => `attempt:${what}`

/** Whether something was asked for and nobody knows what became of it, be it before the page was loaded again. */
export const isAttemptOpen = (what: string): boolean =>
  sessionStorage.getItem(nameOf(what)) !== null

/** The key under which a thing is asked for until it is known what became of it. */
export function attemptKey(what: string): string {
  const key = sessionStorage.getItem(nameOf(what)) ?? newId()
  sessionStorage.setItem(nameOf(what), key)
  return key
}

export const endAttempt = (what: string): void => sessionStorage.removeItem(nameOf(what))
