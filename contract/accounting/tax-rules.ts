import { z } from 'zod'
import { endpoint, Id, NoInput } from '#contract/core/endpoint.ts'
import { required, seen, text } from '#contract/core/fields.ts'
import { Sac, TaxPercent } from '#contract/catalogue/settings.ts'
import { Country } from './billing.ts'

/** A country, besides the shop's own, where the shop collects tax from its customers. */
const CountryRule = z.strictObject({
  country: Country,
  name: required('Please enter the tax’s name').max(20),
  percent: TaxPercent,
  taxId: required('Please enter the shop’s tax number there').max(20),
  /** True if businesses with a tax number pay the tax themselves. */
  isReversed: z.boolean(),
})
export type CountryRule = z.output<typeof CountryRule>

/** A game with another rate or code than the shop's. */
const GameRule = z.strictObject({
  gameId: Id,
  percent: TaxPercent,
  sac: Sac,
  /** Vouchers are neither goods nor services, so their invoices have no tax. */
  isVoucher: z.boolean(),
})

const areDifferent = (values: string[]): boolean => new Set(values).size === values.length

const rules = {
  /** Number of the letter of undertaking for exports without tax. Without one, exports are taxed. */
  lut: text(40),
  countries: z
    .array(CountryRule)
    .max(60)
    .refine(
      (rules) => areDifferent(rules.map(({ country }) => country)),
      'Enter each country once',
    ),
  games: z
    .array(GameRule)
    .max(500)
    .refine((rules) => areDifferent(rules.map(({ gameId }) => gameId)), 'Enter each game once'),
}
export const TaxRules = z.strictObject(rules)
export type TaxRules = z.output<typeof TaxRules>

export const NO_RULES: TaxRules = { lut: '', countries: [], games: [] }

export const getTaxRules = endpoint({
  method: 'GET',
  path: '/accounting/tax-rules',
  access: 'admin',
  message: '',
  input: NoInput,
  output: TaxRules,
})

/** Replaces the rules. Orders that were paid before keep theirs. */
export const editTaxRules = endpoint({
  method: 'PUT',
  path: '/accounting/tax-rules',
  access: 'admin',
  confirm: true,
  message: 'Tax rules saved',
  input: TaxRules.extend({ was: seen(TaxRules) }),
  output: TaxRules,
})
