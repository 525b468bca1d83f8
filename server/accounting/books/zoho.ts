// Invoices and credit notes for the import of Zoho Books.
import { toDecimal } from '#contract/core/money.ts'
import { STATES } from '#contract/core/tax/states.ts'
import { CSV_START, toCsvRow } from '#server/platform/http/csv.ts'
import type { Entry } from './entries.ts'

/** Zoho's letters for the States of the GST codes. */
const LETTERS: Record<string, string> = {
  '01': 'JK',
  '02': 'HP',
  '03': 'PB',
  '04': 'CH',
  '05': 'UK',
  '06': 'HR',
  '07': 'DL',
  '08': 'RJ',
  '09': 'UP',
  '10': 'BR',
  '11': 'SK',
  '12': 'AR',
  '13': 'NL',
  '14': 'MN',
  '15': 'MZ',
  '16': 'TR',
  '17': 'ML',
  '18': 'AS',
  '19': 'WB',
  '20': 'JH',
  '21': 'OD',
  '22': 'CG',
  '23': 'MP',
  '24': 'GJ',
  '26': 'DN',
  '27': 'MH',
  '29': 'KA',
  '30': 'GA',
  '31': 'LD',
  '32': 'KL',
  '33': 'TN',
  '34': 'PY',
  '35': 'AN',
  '36': 'TS',
  '37': 'AD',
  '38': 'LA',
  '96': 'FC',
}

const COLUMNS = [
  'Invoice Number',
  'Invoice Date',
  'Invoice Status',
  'Customer Name',
  'GST Treatment',
  'GST Identification Number (GSTIN)',
  'Place of Supply',
  'Due Date',
  'Currency Code',
  'Exchange Rate',
  'Account',
  'Item Name',
  'Item Desc',
  'Item Type',
  'HSN/SAC',
  'Quantity',
  'Item Price',
  'Is Inclusive Tax',
  'Discount',
  'Item Tax',
  'Item Tax %',
  'Item Tax Type',
]

const NOTE_COLUMNS = COLUMNS.map((column) => column.replace(/^Invoice (?!Number)/, 'Credit Note '))
  .map((column) => (column === 'Invoice Number' ? 'Credit Note Number' : column))
  .concat('Associated Invoice Number')

export async function* writeZohoInvoices(entries: AsyncIterable<Entry>): AsyncGenerator<string> {
  yield CSV_START + toCsvRow(COLUMNS)
  for await (const entry of entries) if (entry.kind === 'invoice') yield toCsvRow(toCells(entry))
}

export async function* writeZohoCreditNotes(entries: AsyncIterable<Entry>): AsyncGenerator<string> {
  yield CSV_START + toCsvRow(NOTE_COLUMNS)
  for await (const entry of entries)
    if (entry.kind === 'credit note') yield toCsvRow([...toCells(entry), entry.corrects])
}

function toCells(entry: Entry) {
  const { number, day, content, gstin, rate, place, kind } = entry
  const tax = taxOf(entry)
  return [
    number,
    day,
    kind === 'invoice' ? 'Paid' : 'Closed',
    customerOf(entry),
    treatmentOf(entry),
    gstin,
    LETTERS[place] ?? '',
    day,
    'INR',
    1,
    'Sales',
    content.lines[0]?.name ?? '',
    content.orderReference,
    'service',
    entry.sac,
    1,
    toDecimal(content.total, 'INR'), // coupons are taken off already
    'true',
    0,
    tax.name,
    rate,
    tax.type,
  ]
}

/** Zoho has one name for the two taxes of a sale within the State, such as GST18. */
function taxOf({ content, rate }: Entry) {
  const [tax] = content.taxes
  if (!tax) return { name: '', type: '' }
  return tax.name === 'CGST'
    ? { name: `GST${rate}`, type: 'Tax Group' }
    : { name: `${tax.name}${rate}`, type: 'ItemAmount' }
}

/** Consumers are one customer for each place, because their names are not the accountant's business. */
const customerOf = ({ businessName, gstin, place, content }: Entry): string =>
  gstin ? (businessName ?? gstin) : `Consumers ${STATES[place] ?? content.placeOfSupply}`.trim()

function treatmentOf({ gstin, place }: Entry): string {
  if (gstin) return 'business_registered_regular'
  return place === '96' ? 'overseas' : 'consumer'
}
