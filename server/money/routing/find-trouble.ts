export type Attempt = {
  userId: string
  state: 'open' | 'paid' | 'failed'
  hasPage: boolean
  createdAt: Date
}

const MINUTE_MS = 60_000
const OPENED_WITHIN_MS = 5 * MINUTE_MS
const TURNED_AWAY_MIN = 2
export const RECENT_MS = 30 * MINUTE_MS
const RECENT_MIN = 20
const EARLIER_MIN = 50

/**
 * Says in words why a gateway should not get the next payment. Null if it should. The attempts are its payments of the
 * last day, the newest first. Each customer counts once, so that nobody can switch a gateway off alone.
 */
export const findTrouble = (attempts: Attempt[], now: Date): string | null =>
  findUnopened(attempts, now) ?? findFailing(attempts, now)

/** Its last pages could not be opened. After five minutes it gets another chance. */
function findUnopened(attempts: Attempt[], now: Date): string | null {
  const since = new Date(now.getTime() - OPENED_WITHIN_MS)
  const known = attempts.filter(({ state, hasPage }) => hasPage || state === 'failed')
  const opened = known.findIndex(({ hasPage, createdAt }) => hasPage || createdAt < since)
  const turnedAway = oncePerCustomer(opened < 0 ? known : known.slice(0, opened)).length
  return turnedAway < TURNED_AWAY_MIN
    ? null
    : `It opened no payment page for its last ${turnedAway} customers.`
}

/** Less than half as many of its customers can pay as could before. */
function findFailing(attempts: Attempt[], now: Date): string | null {
  const since = new Date(now.getTime() - RECENT_MS)
  const ended = attempts.filter(({ state, hasPage }) => hasPage && state !== 'open')
  const recent = oncePerCustomer(ended.filter(({ createdAt }) => createdAt >= since))
  const earlier = oncePerCustomer(ended.filter(({ createdAt }) => createdAt < since))
  if (recent.length < RECENT_MIN || earlier.length < EARLIER_MIN) return null
  const [rate, usual] = [rateOf(recent), rateOf(earlier)]
  if (rate >= usual / 2) return null
  return `Only ${percent(rate)} of its customers could pay in the last 30 minutes, instead of ${percent(usual)}.`
}

const oncePerCustomer = (attempts: Attempt[]): Attempt[] => [
  ...new Map(attempts.toReversed().map((attempt) => [attempt.userId, attempt])).values(),
]

const rateOf = (ended: Attempt[]): number =>
  ended.filter(({ state }) => state === 'paid').length / ended.length

const percent = (rate: number): string => `${Math.round(rate * 100)} %`
