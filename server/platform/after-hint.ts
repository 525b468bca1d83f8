const WAITS_MS = [2_000, 4_000, 8_000, 15_000, 30_000]

/**
 * Time of the next question to a supplier or gateway after a hint, such as a callback. A hint may arrive before the
 * sender's own records are up to date, so the shop asks several times. `hints` numbers the question, from 1 on. Returns
 * null after the last one, and for 0: no hint.
 */
export function afterHint(hints: number, now: Date): Date | null {
  const wait = WAITS_MS[hints - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait)
}
