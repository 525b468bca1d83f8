import { paidForeign } from '#contract/accounting/documents.ts'
import { toDecimal } from '#contract/core/money.ts'
import { CSV_START, toCsvRow } from '#server/platform/http/csv.ts'
import type { Entry } from './entries.ts'

const COLUMNS = [
  'Date',
  'Number',
  'Kind',
  'Reference',
  'Corrects',
  'Place of supply',
  'Customer GSTIN',
  'SAC',
  'Rate',
  'Without tax',
  'IGST',
  'CGST',
  'SGST or UTGST',
  'Other tax',
  'Total',
  'Paid in dollars',
  'Paid with',
  'Paid in another currency',
  'Currency',
]

/** All documents of a month, one a row. What takes back is negative, so that columns add up. */
export async function* writeDayBook(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
): AsyncGenerator<string> {
  yield CSV_START + toCsvRow(COLUMNS)
  for await (const entry of entries) yield toRow(entry)
}

function toRow(entry: Entry): string {
  const { content, tax, sign } = entry
  const rupees = (paise: number) => toDecimal(sign * paise, 'INR')
  const paid = paidForeign(content)
  const other = content.paidOther ?? null
  return toCsvRow([
    entry.day,
    entry.number,
    entry.kind,
    content.orderReference,
    entry.corrects,
    content.placeOfSupply,
    entry.gstin,
    entry.sac,
    entry.rate,
    ...[content.base, tax.igst, tax.cgst, tax.sgst, tax.other, content.total].map(rupees),
    paid?.currency === 'USD' ? toDecimal(sign * paid.amount, 'USD') : null,
    content.paidWith ?? null,
    other && toDecimal(sign * other.amount, other.currency),
    other && other.currency,
  ])
}
