import { createHash, randomBytes } from 'node:crypto'
import { fromHundredths, toPaise, type Currency } from '#contract/core/money.ts'
import type { Billing } from '#contract/accounting/billing.ts'
import type { DocumentKind, TaxDocument } from '#contract/accounting/documents.ts'
import { playerLine } from '#contract/orders/player-words.ts'
import type { Seller } from '#server/accounting/tax-rules/seller.ts'
import { nameTaxId, termsOf, type Terms } from '#server/accounting/tax-rules/terms.ts'
import type { ReceivedRow, SentBackRow } from '#server/money/wallet/outside-money.ts'
import type { SoldRow } from '#server/orders/read/find-sold.ts'

export type Buyer = NonNullable<TaxDocument['buyer']>

/** The sealed part of a document. A hash stands for the buyer, who is kept apart and can be erased. */
export type Content = Omit<
  TaxDocument,
  'number' | 'kind' | 'datedAt' | 'corrects' | 'buyer' | 'title'
> & { title: string; buyerHash: string }

export type Unsealed = Omit<Content, 'buyerHash'>

/** Names of the series, as they stand in front of a number. */
export const SERIES: Record<DocumentKind, string> = {
  invoice: 'GS',
  'credit note': 'CN',
  receipt: 'RV',
  'refund voucher': 'FV',
}

type Sold = { order: SoldRow; seller: Seller; billing: Billing | null; paidWith: string }

/** Writes the invoice of an order with the settings and billing details of its time. Prices include the tax. */
export function writeInvoice({ order, seller, billing, paidWith }: Sold): Unsealed {
  const { priceInr, amountInr, currency, amount, gameId } = order
  const terms = termsOf({ total: amountInr, currency, gameId }, seller, billing)
  const isTaxPaper = terms.taxes.length > 0 || terms.note !== ''
  const discount = priceInr - amountInr
  return {
    title: isTaxPaper ? 'Tax invoice' : 'Receipt',
    seller: describeSeller(seller, terms),
    placeOfSupply: terms.placeOfSupply,
    lines: [
      {
        name: `${order.itemName}, ${order.gameName}`,
        code: terms.sac,
        amount: priceInr,
        isDiscount: false,
      },
      ...(discount > 0
        ? [{ name: couponName(order), code: '', amount: discount, isDiscount: true }]
        : []),
    ],
    base: terms.base,
    taxes: terms.taxes,
    total: amountInr,
    ...toPaid(currency, amount),
    orderReference: order.invoice,
    paidWith,
    buyerTaxId: billing?.taxId ?? '',
    note: terms.note,
    isExport: terms.isExport,
    ...(terms.isTaxedExport && { isTaxedExport: true }),
  }
}

const couponName = ({ couponCode }: SoldRow): string =>
  couponCode ? `Coupon ${couponCode}` : 'Coupon discount'

/** The credit note of a refund. It takes back the whole invoice, with the invoice's own seller and rates. */
export const writeCreditNote = (invoice: Content): Unsealed => ({
  ...invoice,
  title: 'Credit note',
})

/** Money in a wallet is no sale yet, so its receipt has no tax. */
export function writeReceipt(received: ReceivedRow, seller: Seller, paidWith: string): Unsealed {
  const { reference, bankReference } = received
  const { taxId } = seller.legal
  return {
    title: 'Receipt',
    seller: describeSeller(seller, { taxId, taxIdName: nameTaxId(seller) }),
    placeOfSupply: '',
    ...inOneLine('Money added to the wallet', received),
    taxes: [],
    orderReference: reference,
    paidWith,
    bankReference: bankReference ?? '',
  }
}

/** Money from a wallet, sent back to where it came from. It may be a part of what the receipt says. */
export const writeRefundVoucher = (receipt: Content, sentBack: SentBackRow): Unsealed => ({
  ...receipt,
  ...inOneLine('Money sent back', sentBack),
  title: 'Refund voucher',
  orderReference: sentBack.reference,
})

type InBoth = Pick<ReceivedRow, 'amount' | 'currency' | 'rate'>

/** Documents are in rupees. Other currencies are converted at the rate of the payment. */
function inOneLine(name: string, { amount, currency, rate }: InBoth) {
  const paise = rate === null ? amount : toPaise(amount, rate)
  return {
    lines: [{ name, code: '', amount: paise, isDiscount: false }],
    base: paise,
    total: paise,
    ...toPaid(currency, fromHundredths(amount, currency)),
  }
}

/** The amount paid, in minor units, if it was not in rupees. */
const toPaid = (
  currency: Currency,
  amount: number,
): Pick<Content, 'paidDollars' | 'paidOther'> => ({
  paidDollars: currency === 'USD' ? amount : null,
  ...(currency !== 'INR' && currency !== 'USD' && { paidOther: { currency, amount } }),
})

const describeSeller = (
  { shopName, legal }: Seller,
  { taxId, taxIdName }: Pick<Terms, 'taxId' | 'taxIdName'>,
): Content['seller'] => ({
  name: shopName,
  businessName: legal.businessName,
  address: legal.address,
  email: legal.email || null,
  taxId,
  taxIdName,
})

type Sealed = { content: Content; salt: string; buyer: Buyer }

type Person = { fullName: string; email: string | null }

/** The buyer and the player. All of it is personal, so nothing else of a document names them. */
export const describeBuyer = (
  { fullName, email }: Person,
  billing: Billing | null,
  player: string,
): Buyer => ({
  name: fullName,
  email,
  player,
  ...(billing?.businessName ? { businessName: billing.businessName } : {}),
  ...(billing?.address ? { address: billing.address } : {}),
})

export const describePlayer = (order: SoldRow): string =>
  playerLine({ ...order, userName: order.playerName })

/** Seals the buyer with a random salt, so that the hash alone tells nothing about an erased one. */
export function sealBuyer(content: Unsealed, buyer: Buyer): Sealed {
  const salt = randomBytes(16).toString('hex')
  const buyerHash = createHash('sha256')
    .update(`${salt}\n${JSON.stringify(buyer)}`)
    .digest('hex')
  return { content: { ...content, buyerHash }, salt, buyer }
}
