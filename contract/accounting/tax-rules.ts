import { z } from 'zod'
import { endpoint, Id, NoInput } from '#contract/core/endpoint.ts'
import { required, seen, text } from '#contract/core/fields.ts'
import { Rupees } from '#contract/core/money.ts'
import { haveNewNames } from '#contract/core/tax/financial-year.ts'
import { Sac, TaxPercent } from '#contract/catalogue/settings.ts'
import { Country } from './billing.ts'
import { BookMonth } from './books.ts'

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

const areInOrder = (rules: { from: string }[]): boolean =>
  rules.every(({ from }, index) => index === 0 || rules[index - 1]!.from < from)

/** Rules that each hold from a month until the next one does. The law changes them, and past months keep theirs. */
const since = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z
    .array(z.strictObject({ from: BookMonth, ...fields }))
    .min(1, 'Enter at least one')
    .max(60)
    .refine(
      (rules) => areInOrder(rules as { from: string }[]),
      'Enter the months from the oldest to the newest',
    )

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
  /** True if CGST and SGST are always equal. Otherwise an odd paisa of tax belongs to the State's half. */
  hasEqualHalves: z.boolean(),
  /** Months in which a financial year begins, and in which all years after it do. */
  yearStarts: since({}).refine(
    haveNewNames,
    'This year would have the name of the year before it. Let one begin in January between them',
  ),
  /** GSTR-1 lists sales to consumers of another State one by one above this amount. */
  largeSales: since({ above: Rupees }),
  /** Version of the offline tool that GSTR-1 is written for. */
  gstr1Version: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9.]{1,20}$/, 'Enter a version such as GST3.2.1'),
  /** The shop's goods in words, in the tables of codes of GSTR-1. */
  hsnDescription: required('Please enter a description').max(30, 'Enter at most 30 characters'),
}
export const TaxRules = z.strictObject(rules)
export type TaxRules = z.output<typeof TaxRules>

/** Hold until an administrator changes them. The dated ones are the law of India. */
export const DEFAULT_RULES: TaxRules = {
  lut: '',
  countries: [],
  games: [],
  hasEqualHalves: false,
  yearStarts: [{ from: '2017-04' }],
  largeSales: [
    { from: '2017-07', above: 2_50_000_00 },
    { from: '2024-08', above: 1_00_000_00 },
  ],
  gstr1Version: 'GST3.2.1',
  hsnDescription: 'Game top-ups',
}

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
