import type { Currency, Rate } from '#contract/core/money.ts'
import type { GatewayName } from '#contract/money/payments.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

// The payments module writes these tables. This module only reads them.

/** Money from outside that went into a wallet and stayed there. */
const IN_WALLET = ['top-up', 'late', 'other amount', 'second']

/** An amount in hundredths of its currency, with the rate at which it was asked for. */
type InBoth = { amount: number; currency: Currency; rate: Rate | null }

type Owner = { userId: string; fullName: string; email: string | null }

export type ReceivedRow = Owner & {
  key: string // of the ledger
  captureId: string
  reference: string // of the payment
  gateway: GatewayName
  bankReference: string | null
} & InBoth

export const selectReceived = (tx: Tx, keys: string[]) => tx<ReceivedRow[]>`
  select wanted.key, capture.id as capture_id, payment.reference, capture.gateway, capture.bank_reference,
    capture.amount, asked_currency as currency, rate::float8, payment.user_id,
    users.full_name, users.email
  from (
    select key, split_part(key, ':', 2) as gateway, substring(key from '^payment:[^:]*:(.*)$') as gateway_payment_id
    from unnest(${keys}::text[]) as wanted (key)
  ) wanted
  join capture using (gateway, gateway_payment_id)
  join payment on payment.id = capture.payment_id
  join users on users.id = payment.user_id
  where settled_as = any(${IN_WALLET})`

export type SentBackRow = Owner & {
  key: string
  payoutId: string
  captureId: string
  reference: string // of the payout
} & InBoth

export const selectSentBack = (tx: Tx, keys: string[]) => tx<SentBackRow[]>`
  select 'payout-done:' || payout.id as key, payout.id as payout_id, payout.capture_id, payout.reference,
    payout.amount, asked_currency as currency, rate::float8, payout.user_id, users.full_name, users.email
  from payout
  join capture on capture.id = payout.capture_id
  join payment on payment.id = capture.payment_id
  join users on users.id = payout.user_id
  where payout.id in (select split_part(key, ':', 2)::uuid from unnest(${keys}::text[]) as wanted (key))
    and settled_as = any(${IN_WALLET})`

type RateRow = { key: string; rate: Rate }

/** Rates of payments in other currencies than rupees, by the keys of the ledger lines that are about them. */
export const selectPaymentRates = (sql: Sql, keys: string[]) => sql<RateRow[]>`
  with about (key, capture_id) as (
    select key, capture.id
    from (
      select key, split_part(key, ':', 2) as gateway, substring(key from '^payment:[^:]*:(.*)$') as gateway_payment_id
      from unnest(${keys}::text[]) as wanted (key) where starts_with(key, 'payment:')
    ) wanted
    join capture using (gateway, gateway_payment_id)
    union all
    select key, capture_id
    from (
      select key, split_part(key, ':', 2)::uuid as id
      from unnest(${keys}::text[]) as wanted (key) where key ~ '^(payout(-done|-back)?|dispute):'
    ) wanted
    join (select id, capture_id from payout union all select id, capture_id from dispute) taken using (id)
  )
  select key, rate::float8
  from about join capture on capture.id = about.capture_id join payment on payment.id = capture.payment_id
  where rate is not null`

export type TopUpMoney = { received: string[]; sentBack: string[] }

export async function selectTopUpMoney(
  sql: Sql,
  { reference, userId }: { reference: string; userId: string },
): Promise<TopUpMoney | null> {
  const [row] = await sql<TopUpMoney[]>`
    select
      array(select id from capture where payment_id = payment.id and settled_as = any(${IN_WALLET})) as received,
      array(
        select payout.id from payout join capture on capture.id = capture_id
        where payment_id = payment.id and payout.state = 'done' and settled_as = any(${IN_WALLET})
      ) as sent_back
    from payment where reference = ${reference} and user_id = ${userId} and purpose = 'top-up'`
  return row ?? null
}
