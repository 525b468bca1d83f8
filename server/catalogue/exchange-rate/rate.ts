import * as contract from '#contract/catalogue/rate.ts'
import type { ForeignCurrency, Rate } from '#contract/core/money.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findProblems, forgetProblem } from './problem.ts'
import { findRates, toOffered } from './rates.ts'
import {
  countRates,
  insertRate,
  lockRates,
  selectCurrencies,
  selectRates,
  type RateRow,
} from './sql.ts'

export const getRate: Handler<typeof contract.getRate> = async ({ sql }) =>
  toOffered(await findRates(sql))

export const setRate: Handler<typeof contract.setRate> = (ctx, { USD, follow }, caller, visit) =>
  set(ctx, { currency: 'USD', rate: USD, follow }, { caller, visit })

export const setCurrencyRate: Handler<typeof contract.setCurrencyRate> = (
  ctx,
  input,
  caller,
  visit,
) => set(ctx, input, { caller, visit })

export const withdrawCurrency: Handler<typeof contract.withdrawCurrency> = (
  ctx,
  { currency },
  caller,
  visit,
) =>
  change(ctx, { currency, action: 'withdraw currency' }, { caller, visit }, (before) => {
    if (!before?.isOffered) throw new Refusal('CURRENCY_NOT_OFFERED')
    return { ...before, origin: 'administrator', isOffered: false }
  })

type By = { caller: Caller; visit: Visit }
type Setting = { currency: ForeignCurrency; rate: Rate; follow: boolean }

const set = (
  ctx: Pick<Context, 'sql' | 'now' | 'changes'>,
  { currency, rate, follow }: Setting,
  by: By,
) =>
  change(ctx, { currency, action: 'set rate' }, by, (before, offered) => {
    if (!before?.isOffered && offered >= contract.CURRENCIES_MAX)
      throw new Refusal('TOO_MANY_CURRENCIES', { field: 'currency' })
    return {
      currency,
      perRupee: rate,
      origin: 'administrator',
      isHeld: !follow,
      isOffered: true,
    }
  })

type Change = { currency: ForeignCurrency; action: string }

const change = (
  ctx: Pick<Context, 'sql' | 'now' | 'changes'>,
  { currency, action }: Change,
  { caller, visit }: By,
  makeNext: (before: RateRow | null, offered: number) => RateRow,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    await lockRates(tx)
    const all = await selectCurrencies(tx)
    const before = all.find((row) => row.currency === currency) ?? null
    const after = makeNext(before, all.filter(({ isOffered }) => isOffered).length)
    await insertRate(tx, { ...after, userId: caller.id }, now)
    await forgetProblem(tx, currency)
    const answer = toOffered(await findRates(tx))
    return {
      action,
      subject: currency === 'USD' ? 'rate' : `rate of ${currency}`,
      before,
      after,
      answer,
    }
  })

export const listRates: Handler<typeof contract.listRates> = async (
  { sql, config },
  { page, limit, sort },
) => {
  const [last, rows, total] = await Promise.all([
    selectCurrencies(sql),
    selectRates(sql, { limit, offset: (page - 1) * limit, sort }),
    countRates(sql),
  ])
  const problemOf = await findProblems(
    sql,
    last.map(({ currency }) => currency),
  )
  const rates = rows.map(
    ({ number, currency, perRupee, isOffered, origin, fullName, createdAt }) => ({
      _id: String(number),
      currency,
      rate: perRupee,
      isOffered,
      origin,
      fullName,
      createdAt: createdAt.toISOString(),
    }),
  )
  const currencies = last.map(({ currency, perRupee, isHeld, isOffered }) => ({
    currency,
    rate: perRupee,
    isHeld,
    isOffered,
    problem: problemOf(currency),
  }))
  return { rates, total, currencies, hasSource: config.rates.sources.length > 0 }
}
