// The general journal: one entry for each line of the ledger, one that takes the tax out of the sales of each
// document, and one for each settlement of a gateway. Debits and credits of an entry are equal, in one currency.
import { fromHundredths, isCurrency, toDecimal, type Currency } from '#contract/core/money.ts'
import { dayOf } from '#contract/core/period.ts'
import type { Context } from '#server/context.ts'
import { readLines, type AmountLine } from '#server/money/ledger/ledger.ts'
import {
  findGateways,
  sumSettlements,
  type SettlementSum,
} from '#server/money/settlements/settlements.ts'
import { CSV_START, toCsvRow } from '#server/platform/http/csv.ts'
import { toEntry, type Entry, type periodOfMonth } from './entries.ts'
import { selectByTransfer } from './sql.ts'

const COLUMNS = [
  'date',
  'entry',
  'line',
  'account_code',
  'account',
  'debit',
  'credit',
  'currency',
  'rupees',
  'document',
  'party',
  'party_gstin',
  'place_of_supply',
  'hsn',
  'tax_rate',
  'narration',
]

export type Account = [code: string, name: string]

/** The ledger's house accounts in an accountant's words. */
const HOUSE: Record<string, Account> = {
  'house:gateway': ['1100', 'Gateway clearing'],
  'house:adjustments': ['1200', 'Payments outside the shop'],
  'house:providers': ['1300', 'Supplier balances'],
  'house:wallet-adjustments': ['5400', 'Wallet adjustments'],
  'house:disputes': ['1400', 'Money in disputes'],
  'house:dispute-losses': ['5500', 'Losses from disputes'],
  'house:dispute-fees': ['5510', 'Dispute fees'],
  'house:payouts': ['2300', 'Payouts on their way'],
  'house:unclaimed': ['2400', 'Unclaimed money'],
  'house:sales': ['4100', 'Sales'],
  'house:conversion': ['4900', 'Exchange gain or loss'],
  'house:coupons': ['5100', 'Discounts'],
  'house:gifts': ['5200', 'Gifts'],
  'house:prizes': ['5300', 'Prizes'],
}

const WALLET_CODES: Partial<Record<Currency, string>> = { INR: '2100', USD: '2110' }
const walletsIn = (currency: Currency): Account => [
  WALLET_CODES[currency] ?? '2120',
  `Customer wallets ${currency}`,
]

const SALES = HOUSE['house:sales']!

const BANK: Account = ['1000', 'Bank']
const COINS: Account = ['1050', 'Bitcoin wallet'] // of gateways that pay into the shop's own wallet
/**
 * Rupees for what customers paid in other currencies. The accountant sets them off against the clearing accounts in
 * those.
 */
const FOREIGN: Account = ['1150', 'Foreign payments settled in rupees']
const FEE_TAX: Account = ['1500', 'Input GST on gateway fees']
const FEES: Account = ['5600', 'Gateway fees']

/** Each gateway has a clearing account: what it has captured, and not sent back or settled. */
function clearingOf(gateway: string): Account {
  const [code, name] = HOUSE['house:gateway']!
  return [`${code}-${gateway}`, `${name} ${gateway}`]
}

type Connected = Pick<Context, 'connectors'>
type Deps = Connected & Pick<Context, 'sql'>
type Gateways = Map<string, string> // by the keys of ledger lines

/** The account of one side of a ledger line. */
export function accountOf(
  address: string,
  { key, currency }: AmountLine,
  gateways: Gateways,
): Account {
  const gateway = address === 'house:gateway' && gateways.get(key)
  return gateway ? clearingOf(gateway) : (HOUSE[address] ?? walletsIn(currency))
}

const taxAccount = (name: string, percent: number): Account => [
  `2200-${name}-${percent}`,
  `Output ${name} ${percent}%`,
]

export type Post = { account: Account; debit: number; credit: number }

type Written = {
  entry: string
  currency: Currency
  line: Pick<AmountLine, 'reference' | 'createdAt'> & { kind: string }
  document: Entry | undefined
  posts: Post[]
}

export async function* writeJournal(
  ctx: Deps,
  period: ReturnType<typeof periodOfMonth>,
): AsyncGenerator<string> {
  const { sql } = ctx
  yield CSV_START + toCsvRow(COLUMNS)
  for await (const lines of readLines(sql, period)) {
    const numbers = lines.map(({ number }) => number)
    const found = await selectByTransfer(sql, numbers)
    const documents = new Map(found.map((row) => [row.transfer, toEntry(row)]))
    const ofGateways = lines.filter(({ from, to }) => [from, to].includes('house:gateway'))
    const gateways = await findGateways(
      sql,
      ofGateways.map(({ key }) => key),
    )
    yield lines.map((line) => writeLine(line, documents.get(line.number), gateways)).join('')
  }
  for (const settlement of await sumSettlements(sql, period)) yield writeSettlement(ctx, settlement)
}

function writeLine(line: AmountLine, document: Entry | undefined, gateways: Gateways): string {
  const { number, amount, currency } = line
  const posts: Post[] = [
    { account: accountOf(line.from, line, gateways), debit: amount, credit: 0 },
    { account: accountOf(line.to, line, gateways), debit: 0, credit: amount },
  ]
  const entry = `L${number}`
  const written = writeEntry({ entry, currency, line, document, posts })
  const isTaxed = document !== undefined && document.content.taxes.length > 0
  if (!isTaxed) return written
  const taxes = writeEntry({
    entry: `${entry}-tax`,
    currency: 'INR',
    line,
    document,
    posts: taxPosts(document),
  })
  return written + taxes
}

/** The bank has what left the gateway, less its fees. Money held by the gateway stays in the clearing account. */
export const postsOfSettlement = (
  { connectors }: Connected,
  { gateway, amount, foreign, fee, feeTax }: SettlementSum,
) =>
  [
    toPost(connectors.gateways.get(gateway)?.isOwnWallet ? COINS : BANK, amount - fee - feeTax),
    toPost(FEES, fee),
    toPost(FEE_TAX, feeTax),
    toPost(clearingOf(gateway), foreign - amount),
    toPost(FOREIGN, -foreign),
  ].filter(({ debit, credit }) => debit + credit > 0)

function writeSettlement(ctx: Connected, settlement: SettlementSum): string {
  const { gateway, settlementId, bankReference, settledAt, currency } = settlement
  if (!isCurrency(currency)) return ''
  const line = {
    kind: 'settlement',
    reference: bankReference ?? settlementId,
    createdAt: settledAt,
  }
  const suffix = currency === 'INR' ? '' : `-${currency}`
  const posts = postsOfSettlement(ctx, settlement).map(({ account, debit, credit }) => ({
    account,
    debit: fromHundredths(debit, currency),
    credit: fromHundredths(credit, currency),
  }))
  const entry = `S-${gateway}-${settlementId}${suffix}`
  return writeEntry({ entry, currency, line, document: undefined, posts })
}

const toPost = (account: Account, amount: number): Post => ({
  account,
  debit: amount > 0 ? amount : 0,
  credit: amount < 0 ? -amount : 0,
})

/** Takes the tax out of the sales, or puts it back for a credit note. */
function taxPosts({ content, sign }: Entry): Post[] {
  const sum = content.taxes.reduce((all, { amount }) => all + amount, 0)
  return [
    toPost(SALES, sign * sum),
    ...content.taxes.map(({ name, percent, amount }) =>
      toPost(taxAccount(name, percent), -sign * amount),
    ),
  ]
}

function writeEntry({ entry, currency, line, document, posts }: Written): string {
  const { kind, reference } = line
  const decimal = (minor: number) => (minor === 0 ? null : toDecimal(minor, currency))
  const inRupees = currency !== 'INR' && document ? document.content.total : null
  return posts
    .map(({ account: [code, name], debit, credit }, index) =>
      toCsvRow([
        dayOf(line.createdAt),
        entry,
        index + 1,
        code,
        name,
        decimal(debit),
        decimal(credit),
        currency,
        inRupees === null ? null : toDecimal(inRupees, 'INR'),
        document?.number ?? null,
        document?.businessName ?? null,
        document?.gstin ?? null,
        document?.content.placeOfSupply ?? null,
        document?.sac ?? null,
        document?.rate ?? null,
        `${kind} ${reference}`,
      ]),
    )
    .join('')
}
