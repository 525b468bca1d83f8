import { createHash, randomBytes } from 'node:crypto'
import type { DocumentKind, TaxDocument } from '#contract/accounting/documents.ts'
import { looksLikeGstin, stateOf } from '#contract/core/tax/gstin.ts'
import { halve, splitTax } from '#contract/core/tax/split-tax.ts'
import { hasStateTax, STATES } from '#contract/core/tax/states.ts'
import { playerLine } from '#contract/orders/player-words.ts'
import type { Seller } from '#server/catalogue/settings/seller.ts'
import type { SoldRow } from '#server/orders/read/find-sold.ts'

export type Buyer = NonNullable<TaxDocument['buyer']>

/** The sealed part of a document. A hash stands for the buyer, who is kept apart and can be erased. */
export type Content = Omit<
  TaxDocument,
  'number' | 'kind' | 'datedAt' | 'corrects' | 'buyer' | 'title'
> & { title: string; buyerHash: string }

/** Names of the series, as they stand in front of a number. */
export const SERIES: Record<DocumentKind, string> = { invoice: 'GS', 'credit note': 'CN' }

/** The Indian financial year of a day, such as 26-27. It begins in April. */
export function financialYear(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const first = (month < 4 ? year - 1 : year) % 100
  return [first, (first + 1) % 100].map((part) => String(part).padStart(2, '0')).join('-')
}

/** Writes the invoice of an order with the settings of its time. Prices include the tax. */
export function writeInvoice(sold: SoldRow, seller: Seller): Omit<Content, 'buyerHash'> {
  const { priceInr, amountInr, currency, amount } = sold
  const place = placeOf(seller)
  const { base, taxes } = taxOf(amountInr, seller, place)
  const isTaxed = taxes.length > 0
  const discount = priceInr - amountInr
  return {
    title: isTaxed ? 'Tax invoice' : 'Receipt',
    seller: describeSeller(seller),
    placeOfSupply: place && `${STATES[place]} (${place})`,
    lines: [
      {
        name: `${sold.itemName}, ${sold.gameName}`,
        code: place ? seller.tax.sac : '',
        amount: priceInr,
        isDiscount: false,
      },
      ...(discount > 0
        ? [{ name: couponName(sold), code: '', amount: discount, isDiscount: true }]
        : []),
    ],
    base,
    taxes,
    total: amountInr,
    paidDollars: currency === 'USD' ? amount : null,
    orderReference: sold.invoice,
  }
}

const couponName = ({ couponCode }: SoldRow): string =>
  couponCode ? `Coupon ${couponCode}` : 'Coupon discount'

/** The credit note of a refund. It takes back the whole invoice, with the invoice's own seller and rates. */
export const writeCreditNote = (invoice: Content): Omit<Content, 'buyerHash'> => ({
  ...invoice,
  title: 'Credit note',
})

/** State of the place of supply. Empty for a shop without a GSTIN, or with one of no State. */
function placeOf({ legal: { taxId } }: Seller): string {
  const state = looksLikeGstin(taxId) ? stateOf(taxId) : ''
  return STATES[state] ? state : ''
}

type Taxed = Pick<Content, 'base' | 'taxes'>

/** A shop without a tax number must not show tax as collected. */
function taxOf(total: number, { legal, tax: { name, percent } }: Seller, place: string): Taxed {
  if (percent === 0 || !legal.taxId) return { base: total, taxes: [] }
  const { base, tax } = splitTax(total, percent)
  if (!place) return { base, taxes: [{ name: name || 'Tax', percent, amount: tax }] }
  const [central, state] = halve(tax)
  return {
    base,
    taxes: [
      { name: 'CGST', percent: percent / 2, amount: central },
      { name: hasStateTax(place) ? 'SGST' : 'UTGST', percent: percent / 2, amount: state },
    ],
  }
}

const describeSeller = ({ shopName, legal, tax }: Seller): Content['seller'] => ({
  name: shopName,
  businessName: legal.businessName,
  address: legal.address,
  email: legal.email || null,
  taxId: legal.taxId,
  taxIdName: looksLikeGstin(legal.taxId) || tax.name.toUpperCase() === 'GST' ? 'GSTIN' : 'Tax ID',
})

type Sealed = { content: Content; salt: string; buyer: Buyer }

/** The buyer and the player. Both are personal, so nothing else of a document names them. */
export const describeBuyer = ({ fullName, email, ...sold }: SoldRow): Buyer => ({
  name: fullName,
  email,
  player: playerLine({ ...sold, userName: sold.playerName }),
})

/** Seals the buyer with a random salt, so that the hash alone tells nothing about an erased one. */
export function sealBuyer(content: Omit<Content, 'buyerHash'>, buyer: Buyer): Sealed {
  const salt = randomBytes(16).toString('hex')
  const buyerHash = createHash('sha256')
    .update(`${salt}\n${JSON.stringify(buyer)}`)
    .digest('hex')
  return { content: { ...content, buyerHash }, salt, buyer }
}
