// Decides which tax an order carries: the seller's registrations, the customer's place and the game's own rule.
import { HOME_COUNTRY, type Billing } from '#contract/accounting/billing.ts'
import type { CountryRule } from '#contract/accounting/tax-rules.ts'
import { nameCountry } from '#contract/core/countries.ts'
import type { Currency } from '#contract/core/money.ts'
import { looksLikeGstin, stateOf } from '#contract/core/tax/gstin.ts'
import { halve, splitInHalves, splitTax } from '#contract/core/tax/split-tax.ts'
import { hasStateTax, STATES } from '#contract/core/tax/states.ts'
import type { Seller } from './seller.ts'

export type Sale = { total: number; currency: Currency; gameId: string }

type Tax = { name: string; percent: number; amount: number }

export type Terms = {
  base: number
  taxes: Tax[] // included in the total
  taxId: string // the seller's
  taxIdName: string
  sac: string
  placeOfSupply: string
  note: string // words that the law demands
  isExport: boolean // free of tax
  isTaxedExport: boolean // paid from abroad, without a letter of undertaking
}

/** GST code of all places outside of India. */
const ABROAD = '96'

const TAXED_EXPORT = 'Supply meant for export on payment of integrated tax'
const UNDER_LUT =
  'Supply meant for export under letter of undertaking without payment of integrated tax'

/** A rate and code that hold for all packs, or for those of one game. */
function rateOf({ tax, rules }: Seller, gameId: string) {
  const rule = rules.games.find((game) => game.gameId === gameId)
  return { isVoucher: false, ...tax, ...rule }
}

export function termsOf(sale: Sale, seller: Seller, billing: Billing | null): Terms {
  const { percent, isVoucher, sac } = rateOf(seller, sale.gameId)
  const { taxId } = seller.legal
  const state = stateOfSeller(seller)
  const isAtHome = !billing || (state !== '' && billing.country === HOME_COUNTRY)
  const rule = isAtHome
    ? undefined
    : seller.rules.countries.find(({ country }) => country === billing.country)
  if (isVoucher) return untaxed(sale, seller)
  if (rule) return abroad(sale, rule, billing)
  if (percent === 0 || !taxId) return untaxed(sale, seller)
  if (state) return gst(sale, seller, { state, percent, sac, billing })
  const { base, tax } = splitTax(sale.total, percent)
  const taxes = [{ name: seller.tax.name || 'Tax', percent, amount: tax }]
  return { ...untaxed(sale, seller), base, taxes }
}

/** State of a seller with a GSTIN. Empty without one, or with one of no State. */
export function stateOfSeller({ legal: { taxId } }: Seller): string {
  const state = looksLikeGstin(taxId) ? stateOf(taxId) : ''
  return STATES[state] ? state : ''
}

/** A shop without a tax number must not show tax as collected. */
const untaxed = ({ total }: Sale, seller: Seller): Terms => ({
  base: total,
  taxes: [],
  taxId: seller.legal.taxId,
  taxIdName: nameTaxId(seller),
  sac: '',
  placeOfSupply: placeInWords(stateOfSeller(seller)),
  note: '',
  isExport: false,
  isTaxedExport: false,
})

export const nameTaxId = ({ legal, tax }: Seller): string =>
  looksLikeGstin(legal.taxId) || tax.name.toUpperCase() === 'GST' ? 'GSTIN' : 'Tax ID'

const placeInWords = (state: string): string => (state ? `${STATES[state]} (${state})` : '')

/** A country where the shop is registered too. Its tax is included in the price, as at home. */
function abroad({ total }: Sale, rule: CountryRule, billing: Billing | null): Terms {
  const isReversed = rule.isReversed && billing?.taxId
  const { base, tax } = splitTax(total, isReversed ? 0 : rule.percent)
  return {
    base,
    taxes: isReversed ? [] : [{ name: rule.name, percent: rule.percent, amount: tax }],
    taxId: rule.taxId,
    taxIdName: 'Tax ID',
    sac: '',
    placeOfSupply: nameCountry(rule.country),
    note: isReversed ? `Reverse charge: the customer owes the ${rule.name}` : '',
    isExport: false,
    isTaxedExport: false,
  }
}

type Gst = { state: string; percent: number; sac: string; billing: Billing | null }

/** Tax of a sale within the seller's State: one half for the country and one for the State. */
function inState(
  { total }: Sale,
  { rules }: Seller,
  { state, percent }: Pick<Gst, 'state' | 'percent'>,
): Pick<Terms, 'base' | 'taxes'> {
  const equal = splitInHalves(total, percent)
  const { base, tax } = splitTax(total, percent)
  const [central, local] = rules.hasEqualHalves ? [equal.half, equal.half] : halve(tax)
  return {
    base: rules.hasEqualHalves ? equal.base : base,
    taxes: [
      { name: 'CGST', percent: percent / 2, amount: central },
      { name: hasStateTax(state) ? 'SGST' : 'UTGST', percent: percent / 2, amount: local },
    ],
  }
}

/** Without a declared State, the place of supply is the seller's. */
function gst(sale: Sale, seller: Seller, { state, percent, sac, billing }: Gst): Terms {
  const isAbroad = billing !== null && billing.country !== HOME_COUNTRY
  const place = isAbroad ? ABROAD : billing?.state || state
  const isPaidAbroad = isAbroad && sale.currency !== 'INR'
  const isExport = isPaidAbroad && seller.rules.lut !== ''
  const { base, tax } = splitTax(sale.total, isExport ? 0 : percent)
  const across: Tax[] = isExport ? [] : [{ name: 'IGST', percent, amount: tax }]
  const taxed = { base, taxes: across }
  return {
    ...(place === state ? inState(sale, seller, { state, percent }) : taxed),
    taxId: seller.legal.taxId,
    taxIdName: nameTaxId(seller),
    sac,
    placeOfSupply: isAbroad ? `${nameCountry(billing.country)} (${ABROAD})` : placeInWords(place),
    note: isExport ? `${UNDER_LUT}. LUT ${seller.rules.lut}` : isPaidAbroad ? TAXED_EXPORT : '',
    isExport,
    isTaxedExport: isPaidAbroad && !isExport,
  }
}
