import { paidForeign, type DocumentKind, type TaxDocument } from '#contract/accounting/documents.ts'
import { formatMoney, nameOf } from '#contract/core/money.ts'
import { dayOf } from '#contract/core/period.ts'

type Named = { name: string; words: string }

/** A document in words and amounts, as the template prints it. */
export type Page = {
  title: string
  number: string
  day: [year: number, month: number, day: number]
  date: string
  seller: string[] // the first line is bold
  buyer: string[] // empty after the account was erased
  lines: { name: string; more: string; amount: string }[]
  sums: { name: string; amount: string }[] // the first is the total
  facts: Named[]
  note: string
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' })
const formatDate = (iso: string): string => DATE.format(new Date(iso))

const rupees = (paise: number): string => formatMoney(paise, 'INR')

export function toPage(document: TaxDocument): Page {
  const [year, month, day] = dayOf(new Date(document.datedAt)).split('-').map(Number)
  return {
    title: document.title,
    number: document.number,
    day: [year!, month!, day!],
    date: formatDate(document.datedAt),
    seller: tellSeller(document.seller),
    buyer: tellBuyer(document),
    lines: document.lines.map(({ name, code, amount, isDiscount }) => ({
      name: isolate(name),
      more: code && `SAC ${code}`,
      amount: isDiscount ? `−${rupees(amount)}` : rupees(amount),
    })),
    sums: tellSums(document),
    facts: tellFacts(document).filter(({ words }) => words !== ''),
    note: document.note ?? '',
  }
}

/** Letters that are written from right to left, with the spaces between them. */
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}]+(?:[\p{M}\s]*[\p{Script=Arabic}\p{Script=Hebrew}\p{M}]+)*/gu

const UNPRINTABLE = /(?!\n)\p{Cc}/gu

/** Keeps such letters from turning the numbers and brackets around them. */
const isolate = (text: string): string =>
  text.replaceAll(UNPRINTABLE, '').replaceAll(RIGHT_TO_LEFT, (letters) => `\u2068${letters}\u2069`)

function tellSeller(seller: TaxDocument['seller']): string[] {
  const { name, businessName, address, email, taxId, taxIdName } = seller
  const lines = [
    name,
    businessName === name ? '' : businessName,
    address,
    email ?? '',
    taxId && `${taxIdName} ${taxId}`,
  ]
  return lines.filter((line) => line !== '').map(isolate)
}

function tellBuyer({ buyer, buyerTaxId }: TaxDocument): string[] {
  if (!buyer) return buyerTaxId ? [`Tax number ${buyerTaxId}`] : []
  const { name, email, player, businessName, address } = buyer
  const lines = [
    businessName ?? '',
    name,
    address ?? '',
    buyerTaxId ? `Tax number ${buyerTaxId}` : '',
    email ?? '',
    player && `Pack for ${player}`,
  ]
  return lines.filter((line) => line !== '').map(isolate)
}

function tellSums(document: TaxDocument): Page['sums'] {
  const { total, taxes, base } = document
  const paid = paidForeign(document)
  return [
    { name: 'Total', amount: rupees(total) },
    ...(paid
      ? [
          {
            name: `Paid in ${nameOf(paid.currency)}`,
            amount: formatMoney(paid.amount, paid.currency),
          },
        ]
      : []),
    ...(taxes.length > 0 ? [{ name: 'Without tax', amount: rupees(base) }] : []),
    ...taxes.map(({ name, percent, amount }) => ({
      name: `Included: ${name} ${percent}%`,
      amount: rupees(amount),
    })),
  ]
}

const SUBJECTS: Record<DocumentKind, string> = {
  invoice: 'Order',
  'credit note': 'Order',
  receipt: 'Payment',
  'refund voucher': 'Refund',
}

const tellFacts = (document: TaxDocument): Named[] => [
  { name: 'Corrects', words: tellCorrected(document) },
  { name: 'Place of supply', words: document.placeOfSupply },
  { name: 'Reverse charge', words: document.taxes.length > 0 ? 'No' : '' },
  { name: SUBJECTS[document.kind], words: document.orderReference },
  { name: 'Paid with', words: document.corrects ? '' : (document.paidWith ?? '') },
  { name: 'UTR', words: document.corrects ? '' : (document.bankReference ?? '') },
]

const tellCorrected = ({ corrects }: TaxDocument): string =>
  corrects ? `${corrects.number} of ${formatDate(corrects.datedAt)}` : ''
