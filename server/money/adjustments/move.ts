import type { Currency } from '#contract/core/money.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import { moveMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { insertReason } from './sql.ts'

export const WAITING_ALERT = 'adjustments waiting'

const HOUSE = 'house:wallet-adjustments'

type Approved = {
  id: string
  userId: string
  currency: Currency
  amount: number
  reason: string
  note: string
  now: Date
}

/** Moves the money of an adjustment that needs no further approval. The caller has locked the customer's account. */
export async function moveAdjustment(
  ctx: Pick<Context, 'log'>,
  tx: Tx,
  { id, userId, currency, amount, reason, note, now }: Approved,
  { caller, visit }: { caller: Caller; visit: Visit },
): Promise<void> {
  const key = `adjustment:${id}`
  const wallet = walletOf(userId)
  const isCredit = amount > 0
  const { reference, balances } = await moveMoney(ctx, tx, {
    key,
    kind: 'adjustment',
    lines: [
      {
        from: isCredit ? HOUSE : wallet,
        to: isCredit ? wallet : HOUSE,
        currency,
        amount: Math.abs(amount),
      },
    ],
    now,
  })
  await insertReason(tx, { key, reason })
  const after = (isCredit ? balances[0]!.to : balances[0]!.from)!
  await recordAction(tx, {
    callerId: caller.id,
    address: visit.address,
    action: 'adjust balance',
    subject: `user ${userId}`,
    before: { balance: after - amount },
    after: { balance: after, amount, currency, reason, note, adjustment: id, UTR: reference },
    now,
  })
  await enqueue(tx, 'send-adjustment-mail', { adjustmentId: id })
}
