const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Waits after each failed try. After the last one there is no further try. */
const WAITS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
]
const UNEVEN = 0.1
const RETRY_AFTER_MAX = DAY

type Failed = { tries: number; retryAfter: string | null; now: Date }

/** Returns the time of the next try, or null after the last. Respects a Retry-After header. */
export function nextTry({ tries, retryAfter, now }: Failed, random = Math.random()): Date | null {
  const wait = WAITS[tries - 1]
  if (wait === undefined) return null
  const uneven = wait * (1 - UNEVEN + 2 * UNEVEN * random)
  return new Date(now.getTime() + Math.max(uneven, readRetryAfter(retryAfter, now)))
}

/** Reads a Retry-After header in seconds or as a date. */
function readRetryAfter(text: string | null, now: Date): number {
  if (text === null) return 0
  const wait = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime()
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), RETRY_AFTER_MAX) : 0
}

const SHORTEST_REST = 2 * SECOND
const LONGEST_REST = 2 * MINUTE

/** Pause for a failing endpoint, however much is due there, so that it doesn't delay other endpoints. */
export const restAfter = (failures: number): number =>
  Math.min(SHORTEST_REST * 1.5 ** (failures - 1), LONGEST_REST)

type Health = { failures: number; failingSince: Date; warnedAt: Date | null; now: Date }

const WARNED_AFTER = { time: DAY, failures: 5 }
const DISABLED_AFTER = { time: 5 * DAY, failures: 10 }

/** Decides what to do about an endpoint that has just failed again. */
export function judge({
  failures,
  failingSince,
  warnedAt,
  now,
}: Health): 'disable' | 'warn' | null {
  const time = now.getTime() - failingSince.getTime()
  const isPast = (limit: typeof WARNED_AFTER) => time >= limit.time && failures >= limit.failures
  if (isPast(DISABLED_AFTER)) return 'disable'
  return isPast(WARNED_AFTER) && !warnedAt ? 'warn' : null
}
