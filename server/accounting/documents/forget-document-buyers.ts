import { dayOf, periodStart } from '#contract/core/period.ts'
import { firstDayOfYear } from '#contract/core/tax/financial-year.ts'
import { readTaxRules } from '#server/accounting/tax-rules/tax-rules.ts'
import { readSettings } from '#server/catalogue/settings/settings.ts'
import type { Context } from '#server/context.ts'
import { deleteNextBuyers } from './sql.ts'

type Law = { years: number; yearStarts: { from: string }[] }

/** The beginning of the oldest financial year whose end is not that many years ago. */
export function documentsKeptSince(now: Date, { years, yearStarts }: Law): Date {
  const day = dayOf(now)
  const then = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
  return periodStart(firstDayOfYear(then, yearStarts).slice(0, 7))
}

/**
 * Erases whom documents are for once the law no longer wants it, nightly. The documents themselves stay: without them,
 * numbers would have gaps and hashes would have no chain.
 */
export async function forgetDocumentBuyers({
  sql,
  now,
}: Pick<Context, 'sql' | 'now'>): Promise<void> {
  const { documentYears: years } = await readSettings(sql)
  const { yearStarts } = await readTaxRules(sql)
  const before = documentsKeptSince(now(), { years, yearStarts })
  for (let isDone = false; !isDone;) isDone = await sql.begin((tx) => deleteNextBuyers(tx, before))
}
