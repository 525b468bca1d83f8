import type { PaymentRow } from './sql.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Waits after a payment has begun, while its customer is likely to be paying. */
const FIRST_WAITS = [20 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE]
const GRACE = MINUTE // after its page has expired, for payments made at the last moment
const LAST_WAIT = 24 * HOUR

type Payment = Pick<PaymentRow, 'createdAt' | 'expiresAt'>

const after = (time: Date, wait: number) => new Date(time.getTime() + wait)

export const firstAsk = (createdAt: Date): Date => after(createdAt, FIRST_WAITS[0]!)

/** Time of the next poll: often at first, once after the page has expired, then hourly for a day. Null after that. */
export function nextAsk(payment: Payment, now: Date): Date | null {
  const { createdAt, expiresAt } = payment
  const planned = [...FIRST_WAITS.map((wait) => after(createdAt, wait)), after(expiresAt, GRACE)]
  const next = planned.find((time) => time > now) ?? after(now, HOUR)
  return next > after(expiresAt, LAST_WAIT) ? null : next
}

/**
 * Time of the last poll of a paid payment. The customer might pay again while the page is open, so it is polled once
 * after that.
 */
export function lastAsk({ expiresAt }: Payment, now: Date): Date | null {
  const last = after(expiresAt, GRACE)
  return last > now ? last : null
}

/** True if an unpaid payment is too old for news from its gateway. */
export const isGivenUp = ({ expiresAt }: Payment, now: Date): boolean =>
  after(expiresAt, LAST_WAIT - HOUR) < now
