// Vouchers for Tally: one a day for each place of supply and rate, and one for each document of a business.
import { toDecimal } from '#contract/core/money.ts'
import { paidForeign, type DocumentKind } from '#contract/accounting/documents.ts'
import type { Entry } from './entries.ts'

/** Names of the ledgers in Tally, each with its parent there. */
const PARENTS: Record<string, string> = {
  'Customer wallets INR': 'Current Liabilities',
  'Customer wallets USD': 'Current Liabilities',
  'Gateway clearing': 'Current Assets',
  'Payments outside the shop': 'Current Assets',
}

type Post = { ledger: string; amount: number } // paise; negative amounts are debits, as in Tally

type Voucher = {
  id: string
  day: string
  type: string
  number: string
  party: string
  place: string
  words: string
  count: number
  posts: Map<string, number>
}

const TYPES: Record<DocumentKind, string> = {
  invoice: 'Sales',
  'credit note': 'Credit Note',
  receipt: 'Receipt',
  'refund voucher': 'Payment',
}

/** Escapes a text for XML. Characters that XML cannot hold are left out. */
const escape = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- these are the characters that XML forbids
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Debits and credits of a document. They add up to zero. */
function postsOf(entry: Entry): Post[] {
  const { content, tax, rate, kind, sign } = entry
  const wallet = `Customer wallets ${paidForeign(content)?.currency ?? 'INR'}`
  if (kind === 'receipt' || kind === 'refund voucher')
    return [
      { ledger: 'Gateway clearing', amount: -sign * content.total },
      { ledger: wallet, amount: sign * content.total },
    ]
  const party = content.paidWith === 'Outside the shop' ? 'Payments outside the shop' : wallet
  const sales = content.isExport ? 'Sales exports' : `Sales ${rate}%`
  const half = rate / 2
  return [
    { ledger: party, amount: -sign * content.total },
    { ledger: sales, amount: sign * content.base },
    { ledger: `Output IGST ${rate}%`, amount: sign * tax.igst },
    { ledger: `Output CGST ${half}%`, amount: sign * tax.cgst },
    { ledger: `Output SGST ${half}%`, amount: sign * tax.sgst },
    { ledger: `Output ${content.taxes[0]?.name ?? 'tax'} ${rate}%`, amount: sign * tax.other },
  ].filter(({ amount }, index) => index === 0 || amount !== 0)
}

/** Documents of businesses stand alone. All others of a day are put together. */
function addTo(vouchers: Map<string, Voucher>, entry: Entry): void {
  const { day, kind, number, gstin, content, rate } = entry
  const posts = postsOf(entry)
  const party = posts[0]!.ledger
  const group = [day, kind, content.placeOfSupply, rate, party, content.isExport ? 'export' : '']
  const id = gstin ? number : group.filter((part) => part !== '').join('/')
  const voucher = vouchers.get(id) ?? {
    id,
    day,
    type: TYPES[kind],
    number: gstin ? number : id,
    party,
    place: content.placeOfSupply.replace(/ \(\d\d\)$/, ''),
    words: number,
    count: 0,
    posts: new Map<string, number>(),
  }
  vouchers.set(id, voucher)
  voucher.count += 1
  if (voucher.count > 1) voucher.words = `${voucher.words.split(' to ')[0]} to ${number}`
  for (const { ledger, amount } of posts)
    voucher.posts.set(ledger, (voucher.posts.get(ledger) ?? 0) + amount)
}

const writePost = ([ledger, amount]: [string, number]): string =>
  `<ALLLEDGERENTRIES.LIST><LEDGERNAME>${escape(ledger)}</LEDGERNAME>` +
  `<ISDEEMEDPOSITIVE>${amount < 0 ? 'Yes' : 'No'}</ISDEEMEDPOSITIVE>` +
  `<AMOUNT>${toDecimal(amount, 'INR')}</AMOUNT></ALLLEDGERENTRIES.LIST>`

const writeVoucher = ({ id, day, type, number, party, place, words, posts }: Voucher): string =>
  `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER VCHTYPE="${type}" ACTION="Create" REMOTEID="gemstall-${escape(id)}">` +
  `<DATE>${day.replaceAll('-', '')}</DATE><VOUCHERTYPENAME>${type}</VOUCHERTYPENAME>` +
  `<VOUCHERNUMBER>${escape(number)}</VOUCHERNUMBER><PARTYLEDGERNAME>${escape(party)}</PARTYLEDGERNAME>` +
  (place ? `<PLACEOFSUPPLY>${escape(place)}</PLACEOFSUPPLY>` : '') +
  `<NARRATION>${escape(words)}</NARRATION>${Array.from(posts, writePost).join('')}</VOUCHER></TALLYMESSAGE>\n`

const envelope = (report: string, company: string): [start: string, end: string] => [
  `<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>` +
    `<REQUESTDESC><REPORTNAME>${report}</REPORTNAME><STATICVARIABLES><SVCURRENTCOMPANY>${escape(company)}</SVCURRENTCOMPANY>` +
    '</STATICVARIABLES></REQUESTDESC><REQUESTDATA>\n',
  '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n',
]

/** Writes a day's vouchers once its last document is read, so that a month fits into little memory. */
export async function* writeTally(
  entries: AsyncIterable<Entry>,
  company: string,
): AsyncGenerator<string> {
  const [start, end] = envelope('Vouchers', company)
  yield start
  let day = ''
  let vouchers = new Map<string, Voucher>()
  for await (const entry of entries) {
    if (entry.day !== day) {
      yield* Array.from(vouchers.values(), writeVoucher)
      vouchers = new Map()
    }
    day = entry.day
    addTo(vouchers, entry)
  }
  yield* Array.from(vouchers.values(), writeVoucher)
  yield end
}

function parentOf(ledger: string): string {
  if (PARENTS[ledger]) return PARENTS[ledger]
  return ledger.startsWith('Sales') ? 'Sales Accounts' : 'Duties & Taxes'
}

const HEADS: [beginning: string, head: string][] = [
  ['Output IGST', 'Integrated Tax'],
  ['Output CGST', 'Central Tax'],
  ['Output SGST', 'State Tax'],
]

function writeLedger(ledger: string): string {
  const head = HEADS.find(([beginning]) => ledger.startsWith(beginning))?.[1]
  return (
    `<TALLYMESSAGE xmlns:UDF="TallyUDF"><LEDGER NAME="${escape(ledger)}" ACTION="Create"><NAME>${escape(ledger)}</NAME>` +
    `<PARENT>${escape(parentOf(ledger))}</PARENT>` +
    (head ? `<TAXTYPE>GST</TAXTYPE><GSTDUTYHEAD>${head}</GSTDUTYHEAD>` : '') +
    '</LEDGER></TALLYMESSAGE>\n'
  )
}

/** The ledgers that a month's vouchers need. Import them first. */
export async function* writeTallyMasters(
  entries: AsyncIterable<Entry>,
  company: string,
): AsyncGenerator<string> {
  const ledgers = new Set<string>()
  for await (const entry of entries) for (const { ledger } of postsOf(entry)) ledgers.add(ledger)
  const [start, end] = envelope('All Masters', company)
  yield start
  yield* Array.from(ledgers, writeLedger)
  yield end
}
