import { periodAfter, periodOf } from '#contract/core/period.ts'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { moveMoney, walletOf } from '#server/money/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockUser, type UserRow } from '#server/accounts/users/users.ts'
import { NO_PRIZES, prizeFor, prizeFromRest, RANK_MAX } from './rules.ts'
import * as rows from './sql.ts'

type Ctx = Pick<Context, 'sql' | 'now' | 'log'>

/**
 * Time between the end of a month and its closing. A payment takes its time before it writes, and commits a little
 * later. Clocks of nodes differ a little too. Both together are far less than this.
 */
const WAIT_MS = 10 * 60 * 1000

/**
 * Closes every month that is over, oldest first, and pays the prizes that are still unpaid. Can run any number of
 * times.
 */
export async function closeMonths(ctx: Ctx): Promise<void> {
  const { first, lastClosed, databaseNow } = await rows.selectProgress(ctx.sql)
  // A node whose clock is ahead must not end a month early, so the database has to agree on the time.
  const surelyPast = Math.min(ctx.now().getTime(), databaseNow.getTime()) - WAIT_MS
  const open = periodOf(new Date(surelyPast))
  const start = lastClosed ? periodAfter(lastClosed) : (first ?? open)
  for (let period = start; period < open; period = periodAfter(period)) await close(ctx, period)
  await payAll(ctx)
}

const close = ({ sql, now, log }: Ctx, period: string): Promise<void> =>
  sql.begin(async (tx) => {
    await rows.lockMonth(tx, period)
    if (await rows.isClosed(tx, period)) return // by another node
    await rows.insertClosedMonth(tx, period, now())
    const prizes = (await rows.selectPrizes(tx, period)) ?? NO_PRIZES
    const places = await rows.selectFirst(tx, { period, max: RANK_MAX })
    for (const [index, { userId, spend }] of places.entries()) {
      const rank = index + 1
      await rows.insertWinner(tx, { period, rank, userId, spend, prize: prizeFor(rank, prizes) })
    }
    tx.afterCommit(() => log.info({ period, places: places.length }, 'month closed'))
  })

/** Pays every unpaid winner. If one payment fails, the others still go through. */
async function payAll(ctx: Ctx): Promise<void> {
  const unpaid = await rows.selectUnpaid(ctx.sql)
  const outcomes = await Promise.allSettled(unpaid.map((winner) => pay(ctx, winner)))
  const failure = outcomes.find(({ status }) => status === 'rejected')
  if (failure) throw (failure as PromiseRejectedResult).reason
}

/**
 * Pays a prize under the lock of the winner's account. Refunds to the wallet take this lock too, so each comes before
 * or after the payment.
 */
const pay = ({ sql, now, log }: Ctx, { period, rank, userId }: rows.WinnerRow) =>
  sql.begin(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) return // deleted since
    const winner = await rows.lockWinner(tx, { period, rank })
    if (!winner || winner.isPaid || winner.prize === 0) return // another node was quicker
    const amount = await judgePrize(tx, winner, user)
    const withheld = winner.prize - amount
    if (withheld > 0) {
      await rows.updateWinner(tx, winner, { prize: amount, withheld })
      tx.afterCommit(() => log.warn({ period, rank, userId, withheld }, 'prize withheld'))
    }
    if (amount === 0) return
    await moveMoney({ log }, tx, {
      key: `prize:${period}:${rank}`,
      kind: 'prize',
      lines: [{ from: 'house:prizes', to: walletOf(userId), currency: 'INR', amount }],
      now: now(),
    })
    await rows.updateWinner(tx, winner, { paidAt: now() })
    await enqueue(tx, 'tell-winner', { period, rank })
  })

/** Computes a winner's prize from their role and the refunds since the closing. */
async function judgePrize(
  tx: Tx,
  { period, userId, prize }: rows.LockedWinner,
  { role, isBlocked }: UserRow,
): Promise<number> {
  if (role !== 'user' || isBlocked) return 0
  const rest = await rows.selectRemaining(tx, { period, userId, max: RANK_MAX })
  if (!rest || rest.refunded === 0) return prize
  return prizeFromRest(prize, rest, (await rows.selectPrizes(tx, period)) ?? NO_PRIZES)
}
