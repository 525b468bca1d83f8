import type { Billing } from '#contract/accounting/billing.ts'
import { issueDocuments } from '#server/accounting/documents/issue-documents.ts'
import { moveOrderMoney, walletOf } from '#server/money/ledger/ledger.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { makeOrder } from '#tests/support/database/past-orders.ts'
import { QUIET } from '#tests/support/money/ledger.ts'
import { makeBuyer, type PackShop } from '#tests/support/orders/orders.ts'
import { CONNECTED } from '#tests/support/money/connectors.ts'

const HOME = '29AAACA0000A1ZU'
const BUSINESS = '27AAPFU0939F1ZV'

const CUSTOMERS: Partial<Billing>[] = [
  { country: 'IN', state: '29' },
  { country: 'IN', state: '33' },
  { country: 'IN', state: '27', taxId: BUSINESS, businessName: 'Rao & Sons', address: 'Pune' },
  { country: 'NP', state: '' },
]

/** Numbers that look random and are the same in each run. */
function* drawNumbers(): Generator<number, never> {
  for (let seed = 1; ;) {
    seed = (seed * 48_271) % 2_147_483_647
    yield seed
  }
}

/** Sells 60 packs in October to customers of four kinds. Every seventh is refunded, some of them in November. */
export async function sellMuch({ shop, game, item }: PackShop) {
  const { sql } = shop
  const buyers = await Promise.all(CUSTOMERS.map(() => makeBuyer(shop, game, {})))
  await shop.stop()
  await sql`insert into setting_history (name, since, value) values
    ('legal', '-infinity', ${sql.json({ businessName: 'Moon', taxId: HOME })}),
    ('tax', '-infinity', ${sql.json({ name: 'GST', percent: 18, sac: '998439' })}),
    ('taxRules', '-infinity', ${sql.json({ lut: '' })}),
    ('taxRules', '2026-10-12T00:00:00Z', ${sql.json({ lut: 'AD290326000001X' })})`
  for (const [index, value] of CUSTOMERS.entries())
    await sql`insert into billing (user_id, since, value)
      values (${buyers[index]!.id}, '-infinity', ${sql.json(value)})`
  const numbers = drawNumbers()
  const draw = (below: number) => numbers.next().value % below
  for (let nth = 1; nth <= 60; nth++) {
    const userId = buyers[nth % buyers.length]!.id
    const currency = nth % 8 === 3 ? 'USD' : 'INR'
    // Large sales within the State and to another.
    const price = nth === 29 || nth === 32 ? 1_20_000_01 : 100 + draw(500_00)
    const discount = nth % 5 === 0 ? draw(price) : 0
    const at = new Date(Date.parse('2026-09-30T18:30:00Z') + nth * 12 * 3_600_000)
    const input = { userId, pack: { game, item }, currency, price, discount, at } as const
    const id = await makeOrder(sql, input)
    const days = nth === 56 ? 4 : 1 // the last one in November
    const later = new Date(at.getTime() + days * 86_400_000)
    if (nth % 7 === 0) await refund(sql, id, { ...input, at: later })
  }
  await issueDocuments({ sql, ...QUIET, ...CONNECTED })
}

type Sold = { userId: string; currency: 'INR' | 'USD'; price: number; discount: number; at: Date }

const refund = (sql: Sql, orderId: string, { userId, currency, price, discount, at }: Sold) =>
  sql.begin((tx) =>
    moveOrderMoney(QUIET, tx, {
      kind: 'refund',
      orderId,
      payer: walletOf(userId),
      reference: `R${orderId.slice(0, 8)}`,
      order: { currency, amount: price - discount, itemPrice: price },
      now: at,
    }),
  )
