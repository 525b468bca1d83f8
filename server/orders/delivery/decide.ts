import type { DispatchRow, Reason } from './sql.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Waits between tries of a dispatch that its supplier can't have received. `RETRY_FOR` limits the tries in total. */
const RETRY_WAITS = [5, 10, 20, 40].map((seconds) => seconds * SECOND)
const WAIT_WHILE_DOWN = 10 * SECOND
const RETRY_FOR = 2 * MINUTE
const LAST_TRIES_FROM = RETRY_FOR - 25 * SECOND // from then on, a dispatch that its supplier doesn't know can be given up

/** Times after sending at which a dispatch is asked about; then every 15 minutes. */
const TRACE_WAITS = [5, 10, 20, 40, 100, 120, 300, 900].map((seconds) => seconds * SECOND)
const TRACE_LAST = 15 * MINUTE

const QUIET_AFTER_LOSS = 15 * SECOND
const QUIET_FOR_GOOD = MINUTE // by then every supplier's books are up to date
const QUIET_WHILE_SENDING = MINUTE // longer than any request to a supplier takes

export const after = (time: Date, wait: number): Date => new Date(time.getTime() + wait)

export const firstTrace = (sentAt: Date): Date => after(sentAt, TRACE_WAITS[0]!)

export const nextTrace = (sentAt: Date, now: Date): Date =>
  TRACE_WAITS.map((wait) => after(sentAt, wait)).find((time) => time > now) ??
  after(now, TRACE_LAST)

/** Time of the next try of a dispatch that its supplier can't have received. Null once it was tried for long enough. */
export function nextTry(
  { tries, firstSentAt }: Pick<DispatchRow, 'tries' | 'firstSentAt'>,
  now: Date,
  random = Math.random(),
): Date | null {
  const wait = RETRY_WAITS[Math.min(tries, RETRY_WAITS.length) - 1] ?? WAIT_WHILE_DOWN
  const next = after(now, wait * (0.8 + 0.4 * random))
  return next > after(firstSentAt!, RETRY_FOR) ? null : next
}

/** True if a request that sends this dispatch may still be waiting for its answer. */
export const mayBeOnItsWay = (
  { sentAt, lostAt }: Pick<DispatchRow, 'sentAt' | 'lostAt'>,
  now: Date,
): boolean => !lostAt && now < after(sentAt!, QUIET_WHILE_SENDING)

type Sending = Pick<DispatchRow, 'tries' | 'supplierOrderId' | 'firstSentAt' | 'sentAt' | 'lostAt'>

/**
 * Decides what happens to a dispatch that its supplier doesn't know. It may still be on its way there for a while. It is
 * sent again only if the supplier would deliver a repeat just once. Otherwise the customer gets a refund in the end.
 */
export function judgeUnheard(
  { tries, supplierOrderId, firstSentAt, sentAt, lostAt }: Sending,
  isRepeatable: boolean,
  now: Date,
): 'wait' | 'again' | 'down' | 'person' {
  if (mayBeOnItsWay({ sentAt, lostAt }, now)) return 'wait'
  if (lostAt && now < after(lostAt, QUIET_AFTER_LOSS)) return 'wait'
  if (supplierOrderId !== null) return 'person' // the supplier had it before
  const isEnough = now >= after(firstSentAt!, LAST_TRIES_FROM)
  if (isRepeatable) return isEnough && (tries > 1 || lostAt) ? 'down' : 'again'
  return isEnough && now >= after(lostAt ?? sentAt!, QUIET_FOR_GOOD) ? 'down' : 'wait'
}

type Leg = Pick<DispatchRow, 'id' | 'leg' | 'state' | 'reason'>

export type Verdict =
  | { is: 'wait' }
  | { is: 'send'; id: string; delivered: number }
  | { is: 'completed' }
  | { is: 'failed'; reason: Reason }
  | { is: 'wrong player' }
  | { is: 'part' }

/**
 * Decides an order's next step from its dispatches. They are sent one after the other: if a product is refused, the pack
 * is not half delivered when that can be avoided.
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
