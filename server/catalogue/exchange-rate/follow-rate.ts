import type { Context } from '#server/context.ts'
import { tellChange } from '#server/platform/db/changes.ts'
import { forgetProblem, rememberProblem } from './problem.ts'
import { judgeQuote } from './rules.ts'
import { createRates } from './sources.ts'
import { insertRate, lockRates, selectRate } from './sql.ts'

/** Sets the rate from its source, unless the quote is doubtful or an administrator has fixed the rate. */
export async function followRate(ctx: Context): Promise<void> {
  const { config, sql, now, log } = ctx
  if (config.rates.sources.length === 0 || (await selectRate(sql)).isHeld) return
  const heard = await ask(ctx)
  await sql.begin(async (tx) => {
    await lockRates(tx)
    const last = await selectRate(tx)
    if (last.isHeld) return // fixed by an administrator during the request
    const verdict =
      'problem' in heard ? heard : judgeQuote(heard.rupees, last.usd, config.rates.changeMaxPercent)
    if ('problem' in verdict) {
      log.warn({ problem: verdict.problem }, 'quote from the rate source not used')
      await rememberProblem(tx, verdict.problem, now())
      return
    }
    await forgetProblem(tx)
    if (verdict.rate === last.usd) return
    const rate = { usd: verdict.rate, origin: 'source', isHeld: false, userId: null } as const
    await insertRate(tx, rate, now())
    await tellChange(ctx, tx)
  })
}

async function ask({ config, now }: Context): Promise<{ rupees: number } | { problem: string }> {
  try {
    return { rupees: await createRates(config.rates, now)() }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
