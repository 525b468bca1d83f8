import type { Currency } from '#contract/core/money.ts'
import type { Sql } from '#server/platform/db/db.ts'

type MailRow = {
  fullName: string
  email: string | null
  currency: Currency
  amount: number
  reason: string
  reference: string
  balance: number // right after the adjustment
}

/** Null while the adjustment has moved no money. */
export async function selectAdjustmentMail(sql: Sql, id: string): Promise<MailRow | null> {
  const [row] = await sql<MailRow[]>`
    select users.full_name, users.email, adjustment.currency, adjustment.amount, adjustment.reason,
      transfer.reference, posting.balance
    from adjustment
    join users on users.id = adjustment.user_id
    join transfer on transfer.key = 'adjustment:' || adjustment.id
    join posting on posting.transfer = transfer.number
    where adjustment.id = ${id}`
  return row ?? null
}
