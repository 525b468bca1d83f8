import { DEFAULT_RULES, type TaxRules } from '#contract/accounting/tax-rules.ts'
import type * as contract from '#contract/accounting/tax-rules.ts'
import { periodOf } from '#contract/core/period.ts'
import { findSettings, lockSettings, putSetting } from '#server/catalogue/settings/settings.ts'
import { changeQuietly } from '#server/platform/audit/change-content.ts'
import { refuseStale } from '#server/platform/audit/refuse-stale.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { haveSameYears } from '#contract/core/tax/financial-year.ts'
import { stopDocuments } from './sql.ts'

export const getTaxRules: Handler<typeof contract.getTaxRules> = ({ sql }) => readTaxRules(sql)

export const editTaxRules: Handler<typeof contract.editTaxRules> = (
  ctx,
  { was, ...after },
  caller,
  visit,
) =>
  changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    await lockSettings(tx)
    const before = await readTaxRules(tx)
    await refuseStale(tx, { subject: 'tax-rules', was, is: before, caller, now })
    await refuseOtherYears(tx, before, after)
    await putSetting(tx, 'taxRules', after, now)
    return { action: 'edit tax rules', subject: 'tax-rules', before, after, answer: after }
  })

/** The number of a document names its financial year, so no issued document may get another one. */
async function refuseOtherYears(tx: Tx, before: TaxRules, after: TaxRules): Promise<void> {
  const { first, last } = await stopDocuments(tx)
  if (!first || !last) return
  const months = { first: periodOf(first), last: periodOf(last) }
  if (!haveSameYears(months, before.yearStarts, after.yearStarts)) throw new Refusal('YEAR_IN_USE')
}

export async function readTaxRules(sql: Sql | Tx): Promise<TaxRules> {
  const { taxRules } = await findSettings<{ taxRules: TaxRules }>(sql, ['taxRules'])
  return { ...DEFAULT_RULES, ...taxRules }
}
