import type * as contract from '#contract/catalogue/rate.ts'
import type { Rate } from '#contract/core/money.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import type { Sql } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { findProblem, forgetProblem } from './problem.ts'
import { countRates, insertRate, lockRates, selectRate, selectRates } from './sql.ts'

/** Reads the current rate: dollars for one rupee. */
export const findRate = async (sql: Sql): Promise<Rate> => (await selectRate(sql)).usd

export const getRate: Handler<typeof contract.getRate> = async ({ sql }) => ({
  USD: await findRate(sql),
})

export const setRate: Handler<typeof contract.setRate> = (ctx, { USD, follow }, caller, visit) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    await lockRates(tx)
    const before = await selectRate(tx)
    const after = { usd: USD, origin: 'administrator', isHeld: !follow } as const
    await insertRate(tx, { ...after, userId: caller.id }, now)
    await forgetProblem(tx)
    return { action: 'set rate', subject: 'rate', before, after, answer: { USD } }
  })

export const listRates: Handler<typeof contract.listRates> = async (
  { sql, config },
  { page, limit, sort },
) => {
  const [{ isHeld }, rows, total, problem] = await Promise.all([
    selectRate(sql),
    selectRates(sql, { limit, offset: (page - 1) * limit, sort }),
    countRates(sql),
    findProblem(sql),
  ])
  const rates = rows.map(({ number, usd, origin, fullName, createdAt }) => ({
    _id: String(number),
    USD: usd,
    origin,
    fullName,
    createdAt: createdAt.toISOString(),
  }))
  return { rates, total, isHeld, hasSource: config.rates.sources.length > 0, problem }
}
