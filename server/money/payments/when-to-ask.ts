import type { PaymentRow } from './sql.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** After a payment has begun, for as long as its customer is likely to be at it. */
const FIRST_WAITS = [20 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE]
const GRACE = MINUTE // after its page has ended, for what was paid at the last moment
const LAST_WAIT = 24 * HOUR

type Payment = Pick<PaymentRow, 'createdAt' | 'expiresAt'>

const after = (time: Date, wait: number) => new Date(time.getTime() + wait)

export const firstAsk = (createdAt: Date): Date => after(createdAt, FIRST_WAITS[0]!)

/** Often at first, once the page has ended, then every hour for a day; null when it is enough. */
export function nextAsk(payment: Payment, now: Date): Date | null {
  const { createdAt, expiresAt } = payment
  const planned = [...FIRST_WAITS.map((wait) => after(createdAt, wait)), after(expiresAt, GRACE)]
  const next = planned.find((time) => time > now) ?? after(now, HOUR)
  return next > after(expiresAt, LAST_WAIT) ? null : next
}

/** Who has paid might pay again while the page is there, and is asked about once it is not. */
export function lastAsk({ expiresAt }: Payment, now: Date): Date | null {
  const last = after(expiresAt, GRACE)
  return last > now ? last : null
}

/** Nothing is to be heard any more of what is not paid by now. */
export const isGivenUp = ({ expiresAt }: Payment, now: Date): boolean =>
  after(expiresAt, LAST_WAIT - HOUR) < now
