const WAITS_MS = [2_000, 4_000, 8_000, 15_000, 30_000]

/**
 * Who tells of something outside may be ahead of its own books, so they are asked again for a while. `hints` counts the
 * questions since it was told of; null when it is enough, and without any.
 */
export function afterHint(hints: number, now: Date): Date | null {
  const wait = WAITS_MS[hints - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait)
}
