import { DEFAULT_RULES, type TaxRules } from '#contract/accounting/tax-rules.ts'
import type { ShopSettings } from '#contract/catalogue/settings.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { DEFAULTS, selectHistory } from '#server/catalogue/settings/settings.ts'

/** The shop as a seller: the settings that documents show. */
export type Seller = Pick<ShopSettings, 'shopName' | 'legal' | 'tax'> & { rules: TaxRules }

/** Reads all sellers that the shop has been. Returns a function that finds the one of a given time. */
export async function readSellers(sql: Sql | Tx): Promise<(moment: Date) => Seller> {
  const history = await selectHistory(sql)
  return (moment) => {
    const valid = history.filter(({ since }) => since <= moment)
    const { shopName, legal, tax, taxRules } = Object.fromEntries(
      valid.map(({ name, value }) => [name, value]), // the last value of a name wins
    ) as Partial<Omit<Seller, 'rules'> & { taxRules: TaxRules }>
    return {
      shopName: shopName ?? DEFAULTS.shopName,
      legal: { ...DEFAULTS.legal, ...legal },
      tax: { ...DEFAULTS.tax, ...tax },
      rules: { ...DEFAULT_RULES, ...taxRules },
    }
  }
}
