import type { Input } from '#contract/core/endpoint.ts'
import * as contract from '#contract/orders/leaderboard.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { answerOnce } from '#server/platform/idempotency/idempotency.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { getSpendable, lockBalances, moveMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import * as rows from './sql.ts'

type Reclaim = Omit<Input<typeof contract.reclaimPrize>, 'idempotencyKey'>
type By = { caller: Caller; visit: Visit }

export const reclaimPrize: Handler<typeof contract.reclaimPrize> = (ctx, input, caller, visit) => {
  const { idempotencyKey, ...sent } = input
  const key = visit.idempotencyKey ?? idempotencyKey ?? null
  const call = { endpoint: contract.reclaimPrize, callerId: caller.id, key, input: sent }
  return answerOnce(ctx, call, (tx) => reclaim(ctx, tx, sent, { caller, visit }))
}

async function reclaim(
  ctx: Pick<Context, 'now' | 'log'>,
  tx: Tx,
  sent: Reclaim,
  { caller, visit }: By,
) {
  const { period, rank, reason } = sent
  const now = ctx.now()
  const winner = await lockPaidWinner(tx, sent)
  const { userId } = winner
  const { INR: balance } = await lockBalances(tx, userId)
  const { INR: spendable } = await getSpendable(tx, userId)
  const due = winner.prize - winner.reclaimed
  const amount = Math.max(0, Math.min(due, spendable))
  if (amount === 0) throw new Refusal('NOTHING_TO_RECLAIM')
  const { reference } = await moveMoney(ctx, tx, {
    key: `reclaim:${period}:${rank}:${winner.reclaimed}`,
    kind: 'prize',
    lines: [{ from: walletOf(userId), to: 'house:prizes', currency: 'INR', amount }],
    now,
  })
  const reclaimed = winner.reclaimed + amount
  await rows.updateWinner(tx, sent, { reclaimed })
  const missing = due - amount
  await recordAction(tx, {
    callerId: caller.id,
    address: visit.address,
    action: 'reclaim prize',
    subject: `prize ${period} rank ${rank}`,
    before: { reclaimed: winner.reclaimed, balance },
    after: { reclaimed, balance: balance - amount, missing, userId, reason, UTR: reference },
    now,
  })
  await enqueue(tx, 'tell-reclaimed', { period, rank, amount, reason })
  return { reclaimed: amount, missing }
}

/**
 * Locks the winner of a paid prize that is not fully reclaimed. The account is locked first, as when a prize is paid.
 */
async function lockPaidWinner(tx: Tx, won: Reclaim): Promise<rows.LockedWinner> {
  const userId = await rows.findWinnerId(tx, won)
  if (!userId) throw new Refusal('NO_SUCH_PRIZE')
  if (!(await lockUser(tx, userId))) throw new Refusal('NO_SUCH_USER')
  const winner = await rows.lockWinner(tx, won)
  if (!winner?.isPaid) throw new Refusal('PRIZE_NOT_PAID')
  if (winner.reclaimed === winner.prize) throw new Refusal('PRIZE_RECLAIMED')
  return winner
}
