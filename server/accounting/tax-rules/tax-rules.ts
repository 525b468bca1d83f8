import { NO_RULES, type TaxRules } from '#contract/accounting/tax-rules.ts'
import type * as contract from '#contract/accounting/tax-rules.ts'
import { findSettings, lockSettings, putSetting } from '#server/catalogue/settings/settings.ts'
import { changeQuietly } from '#server/platform/audit/change-content.ts'
import { refuseStale } from '#server/platform/audit/refuse-stale.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'

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
    await putSetting(tx, 'taxRules', after, now)
    return { action: 'edit tax rules', subject: 'tax-rules', before, after, answer: after }
  })

async function readTaxRules(sql: Sql | Tx): Promise<TaxRules> {
  const { taxRules } = await findSettings<{ taxRules: TaxRules }>(sql, ['taxRules'])
  return { ...NO_RULES, ...taxRules }
}
