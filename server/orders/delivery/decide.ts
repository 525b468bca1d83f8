import type { ParcelRow, Reason } from './sql.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** How long until a parcel is tried again that cannot have been heard of, and how long that goes on in all. */
const RETRY_WAITS = [5, 10, 20, 40].map((seconds) => seconds * SECOND)
const WAIT_WHILE_DOWN = 10 * SECOND
const RETRY_FOR = 2 * MINUTE
const LAST_TRIES_FROM = RETRY_FOR - 25 * SECOND // whoever knows nothing of a parcel is not asked for another round

/** After a parcel was sent; then every quarter of an hour. */
const TRACE_WAITS = [5, 10, 20, 40, 100, 120, 300, 900].map((seconds) => seconds * SECOND)
const TRACE_LAST = 15 * MINUTE

const QUIET_AFTER_LOSS = 15 * SECOND
const QUIET_FOR_GOOD = MINUTE // after which nobody's books are behind any more
const QUIET_WHILE_SENDING = MINUTE // longer than anybody waits for an answer

export const after = (time: Date, wait: number): Date => new Date(time.getTime() + wait)

export const firstTrace = (sentAt: Date): Date => after(sentAt, TRACE_WAITS[0]!)

export const nextTrace = (sentAt: Date, now: Date): Date =>
  TRACE_WAITS.map((wait) => after(sentAt, wait)).find((time) => time > now) ??
  after(now, TRACE_LAST)

/** When a parcel is tried again that cannot have been heard of; null when it has been tried for long enough. */
export function nextTry(
  { tries, firstSentAt }: Pick<ParcelRow, 'tries' | 'firstSentAt'>,
  now: Date,
  random = Math.random(),
): Date | null {
  const wait = RETRY_WAITS[Math.min(tries, RETRY_WAITS.length) - 1] ?? WAIT_WHILE_DOWN
  const next = after(now, wait * (0.8 + 0.4 * random))
  return next > after(firstSentAt!, RETRY_FOR) ? null : next
}

/** Nobody has heard of it, and somebody may be waiting for the answer at this moment. */
export const mayBeOnItsWay = (
  { sentAt, lostAt }: Pick<ParcelRow, 'sentAt' | 'lostAt'>,
  now: Date,
): boolean => !lostAt && now < after(sentAt!, QUIET_WHILE_SENDING)

type Sending = Pick<ParcelRow, 'tries' | 'providerOrderId' | 'firstSentAt' | 'sentAt' | 'lostAt'>

/**
 * What becomes of a parcel that its provider knows nothing of. It may still be on its way there for a while. Only one that
 * would be one delivery however often it is sent is sent again; in the end the customer has their money back.
 */
export function judgeUnheard(
  { tries, providerOrderId, firstSentAt, sentAt, lostAt }: Sending,
  isRepeatable: boolean,
  now: Date,
): 'wait' | 'again' | 'down' | 'person' {
  if (mayBeOnItsWay({ sentAt, lostAt }, now)) return 'wait'
  if (lostAt && now < after(lostAt, QUIET_AFTER_LOSS)) return 'wait'
  if (providerOrderId !== null) return 'person' // it has had it once
  const isEnough = now >= after(firstSentAt!, LAST_TRIES_FROM)
  if (isRepeatable) return isEnough && (tries > 1 || lostAt) ? 'down' : 'again'
  return isEnough && now >= after(lostAt ?? sentAt!, QUIET_FOR_GOOD) ? 'down' : 'wait'
}

type Leg = Pick<ParcelRow, 'id' | 'leg' | 'state' | 'reason'>

export type Verdict =
  | { is: 'wait' }
  | { is: 'send'; id: string; delivered: number }
  | { is: 'completed' }
  | { is: 'failed'; reason: Reason }
  | { is: 'wrong player' }
  | { is: 'part' }

/**
 * What the parcels of an order mean for it. They are sent one after the other, so that a pack of which one product is refused
 * is not delivered in part when that can be avoided.
 */
export function decide(legs: Leg[], { mayCorrect }: { mayCorrect: boolean }): Verdict {
  const inState = (state: Leg['state']) => legs.filter((leg) => leg.state === state)
  const [delivered, refused, ready] = [inState('delivered'), inState('refused'), inState('ready')]
  if (inState('sent').length > 0) return { is: 'wait' }
  const [first] = refused
  const [next] = ready
  if (!first && next) return { is: 'send', id: next.id, delivered: delivered.length }
  if (!first) return { is: 'completed' }
  if (delivered.length > 0) return { is: 'part' }
  const isPlayer = refused.every(({ reason }) => reason === 'player')
  return isPlayer && mayCorrect ? { is: 'wrong player' } : { is: 'failed', reason: first.reason! }
}
