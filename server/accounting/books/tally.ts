// Vouchers for Tally: sales, one a day for each place of supply and rate, and one for each document of a business; and
// all other movements of money. Together they move each ledger as the shop's own ledger does.
import { toDecimal } from '#contract/core/money.ts'
import { paidForeign, type DocumentKind } from '#contract/accounting/documents.ts'
import type { Entry } from './entries.ts'
import type { Movement } from './tally-movements.ts'

/** Names of the ledgers in Tally, each with its parent there. */
const PARENTS: [beginning: string, parent: string][] = [
  ['Sales', 'Sales Accounts'],
  ['Output', 'Duties & Taxes'],
  ['Input', 'Duties & Taxes'],
  ['Customer wallets', 'Current Liabilities'],
  ['Payouts on their way', 'Current Liabilities'],
  ['Unclaimed money', 'Current Liabilities'],
  ['Gateway clearing', 'Current Assets'],
  ['Money in disputes', 'Current Assets'],
  ['Payments outside the shop', 'Current Assets'],
  ['Foreign payments', 'Current Assets'],
  ['Supplier balances', 'Current Assets'],
  ['Bank', 'Bank Accounts'],
]
const EXPENSES = 'Indirect Expenses'

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

/** Receipts and refund vouchers are movements of money, which are read from the ledger. */
const TYPES: Partial<Record<DocumentKind, string>> = {
  invoice: 'Sales',
  'credit note': 'Credit Note',
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
  const { content, tax, rate, sign } = entry
  const wallet = `Customer wallets ${paidForeign(content)?.currency ?? 'INR'}`
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
    type: TYPES[kind]!,
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

type Month = { entries: AsyncIterable<Entry>; movements: AsyncIterable<Movement> }

const toVoucher = ({ id, day, words, posts }: Movement): Voucher => ({
  id,
  day,
  words,
  posts,
  number: id,
  type: 'Journal',
  party: [...posts.keys()][0]!,
  place: '',
  count: 1,
})

/** Writes a day's sales once its last document is read, so that a month fits into little memory. */
export async function* writeTally(
  { entries, movements }: Month,
  company: string,
): AsyncGenerator<string> {
  const [start, end] = envelope('Vouchers', company)
  yield start
  let day = ''
  let vouchers = new Map<string, Voucher>()
  for await (const entry of entries) {
    if (!TYPES[entry.kind]) continue
    if (entry.day !== day) {
      yield* Array.from(vouchers.values(), writeVoucher)
      vouchers = new Map()
    }
    day = entry.day
    addTo(vouchers, entry)
  }
  yield* Array.from(vouchers.values(), writeVoucher)
  for await (const movement of movements) yield writeVoucher(toVoucher(movement))
  yield end
}

const parentOf = (ledger: string): string =>
  PARENTS.find(([beginning]) => ledger.startsWith(beginning))?.[1] ?? EXPENSES

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
  { entries, movements }: Month,
  company: string,
): AsyncGenerator<string> {
  const ledgers = new Set<string>()
  for await (const entry of entries)
    if (TYPES[entry.kind]) for (const { ledger } of postsOf(entry)) ledgers.add(ledger)
  for await (const { posts } of movements) for (const ledger of posts.keys()) ledgers.add(ledger)
  const [start, end] = envelope('All Masters', company)
  yield start
  yield* Array.from(ledgers, writeLedger)
  yield end
}
