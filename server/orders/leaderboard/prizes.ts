import type * as contract from '#contract/orders/leaderboard.ts'
import { periodAfter, periodOf } from '#contract/core/period.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import { refuseStale } from '#server/platform/audit/refuse-stale.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { NO_PRIZES } from './rules.ts'
import { lockPrizes, selectPrizes, upsertPrizes } from './sql.ts'

export const getPrizes: Handler<typeof contract.getPrizes> = async ({ sql, now }) => {
  const period = periodOf(now())
  const [current, previous] = await Promise.all([
    selectPrizes(sql, period),
    selectPrizes(sql, periodAfter(period, -1)),
  ])
  return { currentPrize: current ?? NO_PRIZES, previousPrize: previous ?? NO_PRIZES }
}

export const setPrizes: Handler<typeof contract.setPrizes> = (
  ctx,
  { was, ...prizes },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const period = periodOf(now)
    await lockPrizes(tx)
    const before = await selectPrizes(tx, period)
    const subject = `prizes ${period}`
    await refuseStale(tx, { subject, was, is: before ?? NO_PRIZES, caller, now })
    await upsertPrizes(tx, { period, prizes, now })
    return { action: 'set prizes', subject, before, after: prizes, answer: prizes }
  })
