import assert from 'node:assert/strict'
import Papa from 'papaparse'
import type { GatewayName } from '#contract/money/gateways.ts'
import { listPaymentGateways } from '#contract/money/payments.ts'
import { writeJournal } from '#server/accounting/books/journal.ts'
import type { Member } from '#tests/support/accounts/people.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { until } from '#tests/support/shop/wait.ts'
import type { PayShop } from './payments.ts'
import { post } from './refunds.ts'
import { CONNECTED } from './connectors.ts'

const DAY_MS = 24 * 60 * 60 * 1000
export const around = () => ({
  start: new Date(Date.now() - DAY_MS),
  end: new Date(Date.now() + DAY_MS),
})

type Row = Record<string, string>

export async function readRows(pieces: AsyncIterable<string>): Promise<Row[]> {
  let text = ''
  for await (const piece of pieces) text += piece
  const options = { header: true, skipEmptyLines: true }
  return Papa.parse<Row>(text.replace(/^\u{feff}/u, ''), options).data
}

const paise = (text: string | undefined): number => Math.round(Number(text ?? 0) * 100)
export const sum = (rows: Row[], column: string): number =>
  rows.reduce((all, row) => all + paise(row[column]), 0)

type Settled = { settlements: { amount: number; lines: number; utr: string }[] }

/** Pays out at the gateway, and lets the shop read it. */
export async function settle(
  { shop }: Pick<PayShop, 'shop'>,
  gateway: GatewayName,
): Promise<Settled> {
  const settled = (await post(`${shop.sandboxUrl}/settlements`, { gateway })) as Settled
  await readAgain({ shop })
  return settled
}

/** Waits for every reading, because the shop may have begun one of its own. */
export async function readAgain({ shop }: Pick<PayShop, 'shop'>): Promise<void> {
  await addJob(shop, 'read-settlements', {})
  await until('settlements are read', async () => {
    return (await shop.sql`select from job where name = 'read-settlements'`).length === 0
  })
}

export async function listCosts(admin: Member): Promise<string[]> {
  const { gateways, others } = (await admin.call(listPaymentGateways, {})).data
  return [...gateways, ...others].flatMap(({ name, costs }) =>
    costs.map(({ method, percent, payments }) => `${name} ${method} ${percent} % of ${payments}`),
  )
}

type Balances = Record<string, number>

/** Balances of the journal's accounts, in hundredths of each currency. Every entry must be balanced. */
export async function readBalances({ shop }: Pick<PayShop, 'shop'>): Promise<Balances> {
  const rows = await readRows(writeJournal({ sql: shop.sql, ...CONNECTED }, around()))
  const balances: Balances = {}
  const entries = new Map<string, number>()
  for (const { account, currency, entry, debit, credit } of rows) {
    const amount = paise(debit) - paise(credit)
    balances[`${account} ${currency}`] = (balances[`${account} ${currency}`] ?? 0) + amount
    entries.set(`${entry} ${currency}`, (entries.get(`${entry} ${currency}`) ?? 0) + amount)
  }
  for (const [entry, sum] of entries) assert.equal(sum, 0, entry)
  return balances
}
