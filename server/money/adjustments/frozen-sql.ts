import type { Currency } from '#contract/core/money.ts'
import type { Sql } from '#server/platform/db/db.ts'

type WalletRow = { currency: Currency; owed: number; held: number }

/** A person's wallets that are below zero or hold money that cannot be spent. */
export const selectFrozen = (sql: Sql, userId: string) => sql<WalletRow[]>`
  select currency, owed, held
  from account
  cross join lateral (
    select greatest(-balance_of(user_id, currency), 0) as owed, held_in(user_id, currency) as held
  ) wallet
  where user_id = ${userId} and (owed > 0 or held > 0)
  order by id`

type CauseRow = {
  kind: 'adjustment' | 'dispute'
  currency: Currency
  amount: number
  reason: string
  reference: string
  at: Date
}

/** Debits since a wallet fell below zero. */
export const selectDebits = (sql: Sql, userId: string, max: number) => sql<CauseRow[]>`
  select transfer.kind, posting.currency, -posting.amount as amount, coalesce(gift_reason.reason, '') as reason,
    coalesce(payment.reference, transfer.reference) as reference, posting.created_at as at
  from account wallet
  join posting on posting.account_id = wallet.id and posting.sequence > coalesce((
    select max(sequence) from posting before where before.account_id = wallet.id and before.balance >= 0), 0)
  join transfer on transfer.number = posting.transfer and transfer.kind in ('adjustment', 'dispute')
  left join gift_reason on gift_reason.transfer = posting.transfer
  left join dispute on dispute.user_id = ${userId} and starts_with(transfer.key, 'dispute:' || dispute.id || ':')
  left join capture on capture.id = dispute.capture_id
  left join payment on payment.id = capture.payment_id
  where wallet.user_id = ${userId} and posting.amount < 0
  order by posting.created_at desc, posting.transfer desc limit ${max}`

/** Open disputes that hold money in a wallet. */
export const selectHolds = (sql: Sql, userId: string) => sql<CauseRow[]>`
  select 'dispute' as kind, dispute.currency, held as amount, '' as reason, payment.reference, opened_at as at
  from dispute
  join capture on capture.id = capture_id
  join payment on payment.id = payment_id
  where dispute.user_id = ${userId} and held > 0
  order by opened_at desc`
