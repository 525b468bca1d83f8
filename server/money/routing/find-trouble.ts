export type Attempt = {
  state: 'open' | 'paid' | 'failed'
  hasPage: boolean
  createdAt: Date
}

const MINUTE_MS = 60_000
const OPENED_WITHIN_MS = 5 * MINUTE_MS
const UNOPENED_MIN = 2
const RECENT_MS = 30 * MINUTE_MS
const RECENT_MIN = 20
const EARLIER_MIN = 50

/**
 * Says in words why a gateway should not get the next payment. Null if it should. The attempts are its payments of the
 * last day, the newest first.
 */
export const findTrouble = (attempts: Attempt[], now: Date): string | null =>
  findUnopened(attempts, now) ?? findFailing(attempts, now)

/** Its last pages could not be opened. After five minutes it gets another chance. */
function findUnopened(attempts: Attempt[], now: Date): string | null {
  const since = new Date(now.getTime() - OPENED_WITHIN_MS)
  const known = attempts.filter(({ state, hasPage }) => hasPage || state === 'failed')
  const last = known.slice(0, UNOPENED_MIN)
  const isAway =
    last.length === UNOPENED_MIN &&
    last.every(({ hasPage, createdAt }) => !hasPage && createdAt >= since)
  return isAway ? `Its last ${UNOPENED_MIN} payment pages couldn’t be opened.` : null
}

/** Less than half as many of its payments succeed as did before. */
function findFailing(attempts: Attempt[], now: Date): string | null {
  const since = new Date(now.getTime() - RECENT_MS)
  const ended = attempts.filter(({ state, hasPage }) => hasPage && state !== 'open')
  const recent = ended.filter(({ createdAt }) => createdAt >= since)
  const earlier = ended.slice(recent.length)
  if (recent.length < RECENT_MIN || earlier.length < EARLIER_MIN) return null
  const [rate, usual] = [recent, earlier].map(rateOf) as [number, number]
  if (rate >= usual / 2) return null
  return `Only ${percent(rate)} of its payments succeeded in the last 30 minutes, instead of ${percent(usual)}.`
}

const rateOf = (ended: Attempt[]): number =>
  ended.filter(({ state }) => state === 'paid').length / ended.length

const percent = (rate: number): string => `${Math.round(rate * 100)} %`
