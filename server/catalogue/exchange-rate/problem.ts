import type { ForeignCurrency } from '#contract/core/money.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { dropSetting, findSettings, putSetting } from '#server/catalogue/settings/settings.ts'

type Problem = { problem: string; at: string }

const nameOf = (currency: ForeignCurrency): string =>
  currency === 'USD' ? 'rateProblem' : `rateProblem ${currency}`

/** Saves why the rate source is not followed, for administrators to see. */
export const rememberProblem = (
  tx: Tx,
  { currency, problem }: { currency: ForeignCurrency; problem: string },
  now: Date,
) => putSetting(tx, nameOf(currency), { problem, at: now.toISOString() }, now)

export const forgetProblem = (tx: Tx, currency: ForeignCurrency) =>
  dropSetting(tx, nameOf(currency))

export async function findProblems(
  sql: Sql,
  currencies: readonly ForeignCurrency[],
): Promise<(currency: ForeignCurrency) => Problem | null> {
  const found = await findSettings<Record<string, Problem>>(sql, currencies.map(nameOf))
  return (currency) => found[nameOf(currency)] ?? null
}
