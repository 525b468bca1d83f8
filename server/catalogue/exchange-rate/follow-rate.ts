import type { ForeignCurrency } from '#contract/core/money.ts'
import type { Context } from '#server/context.ts'
import { tellChange } from '#server/platform/db/changes.ts'
import { forgetProblem, rememberProblem } from './problem.ts'
import { judgeQuote } from './rules.ts'
import { createRates } from './sources.ts'
import { insertRate, lockRates, selectCurrencies } from './sql.ts'

type Deps = Pick<Context, 'sql' | 'now' | 'log' | 'config' | 'changes'>

/** Sets the rates from their source, but neither from doubtful quotes nor where an administrator has fixed one. */
export async function followRate(ctx: Deps): Promise<void> {
  if (ctx.config.rates.sources.length === 0) return
  for (const { currency, isHeld, isOffered } of await selectCurrencies(ctx.sql))
    if (isOffered && !isHeld) await follow(ctx, currency)
}

async function follow(ctx: Deps, currency: ForeignCurrency): Promise<void> {
  const { config, sql, now, log } = ctx
  const heard = await ask(ctx, currency)
  await sql.begin(async (tx) => {
    await lockRates(tx)
    const last = (await selectCurrencies(tx)).find((row) => row.currency === currency)!
    if (last.isHeld || !last.isOffered) return // changed by an administrator during the request
    const verdict =
      'problem' in heard
        ? heard
        : judgeQuote(
            { currency, rupees: heard.rupees },
            last.perRupee,
            config.rates.changeMaxPercent,
          )
    if ('problem' in verdict) {
      const { problem } = verdict
      log.warn({ problem, currency }, 'quote from the rate source not used')
      await rememberProblem(tx, { currency, problem }, now())
      return
    }
    await forgetProblem(tx, currency)
    if (verdict.rate === last.perRupee) return
    const rate = { ...last, perRupee: verdict.rate, origin: 'source', userId: null } as const
    await insertRate(tx, rate, now())
    await tellChange(ctx, tx)
  })
}

async function ask(
  { config, now }: Pick<Context, 'now' | 'config'>,
  currency: ForeignCurrency,
): Promise<{ rupees: number } | { problem: string }> {
  try {
    return { rupees: await createRates(config.rates, now)(currency) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
