import type { Currency } from '#contract/core/money.ts'
import type { GatewayMethod, GatewayName } from '#contract/money/gateways.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Attempt } from './find-trouble.ts'

const ATTEMPTS_MAX = 1_000 // of each period: enough to tell how gateways are doing

type Way = { gateway: GatewayName; currency: Currency; method: GatewayMethod | null }
type Periods = { since: Date; recently: Date }

/** The newest payments of the time before `recently`, and of the time after it. The newest come first. */
export const selectAttempts = (sql: Sql | Tx, { since, recently }: Periods) => sql<
  (Attempt & Way)[]
>`
  (
    select gateway, asked_currency as currency, method, user_id, state, page is not null as has_page, created_at from payment
    where created_at >= ${recently} order by created_at desc, id desc limit ${ATTEMPTS_MAX}
  )
  union all
  (
    select gateway, asked_currency, method, user_id, state, page is not null, created_at from payment
    where created_at >= ${since} and created_at < ${recently}
    order by created_at desc, id desc limit ${ATTEMPTS_MAX}
  )
  order by created_at desc`

type Use = Omit<Way, 'currency'> & { count: number }

/** How often each way has paid, among the newest payments in a currency. */
export const selectUses = (
  sql: Sql | Tx,
  { currency, since }: { currency: Currency; since: Date },
) => sql<Use[]>`
  select gateway, method, count(*)
  from (
    select gateway, method, state from payment
    where asked_currency = ${currency} and created_at >= ${since}
    order by created_at desc, id desc limit ${ATTEMPTS_MAX}
  ) newest
  where state = 'paid' group by gateway, method`

const SETTLED_MAX = 10_000 // the newest are enough to tell what payments cost

type Sums = { kept: number; amount: number; payments: number }

/** Fees and amounts of the payments that were settled, for each way to pay. */
export const selectCosts = (sql: Sql, since: Date) => sql<(Way & Sums)[]>`
  select payment.gateway, payment.asked_currency as currency, payment.method, sum(line.fee + line.fee_tax)::bigint as kept,
    sum(line.amount)::bigint as amount, count(*) as payments
  from (
    select gateway, gateway_payment_id, fee, fee_tax, amount from settlement_line
    where settled_at >= ${since} and kind = 'payment' and amount > 0
    order by settled_at desc, gateway desc, id desc limit ${SETTLED_MAX}
  ) line
  join capture on capture.gateway = line.gateway and capture.gateway_payment_id = line.gateway_payment_id
  join payment on payment.id = capture.payment_id
  group by payment.gateway, payment.asked_currency, payment.method`

/** Gateways that did not open a page for this customer lately. */
export const selectUnopened = (sql: Sql | Tx, userId: string, since: Date) => sql<Way[]>`
  select distinct gateway, asked_currency as currency, method from payment
  where user_id = ${userId} and created_at >= ${since} and state = 'failed' and page is null`
