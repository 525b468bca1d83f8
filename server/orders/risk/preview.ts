import type { RiskPreview } from '#contract/orders/risk.ts'
import type { Context } from '#server/context.ts'
import { selectFacts } from './facts-sql.ts'
import { catches, measuresOf, type Rule } from './judge.ts'
import { selectPastOrders } from './sql.ts'

const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
const PAGE = 500
const ORDERS_MAX = 20_000
const EXAMPLES_MAX = 10
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Tries a rule on the customers' orders of the last 30 days, each as it was when it was placed. */
export async function previewRule(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  rule: Rule,
): Promise<RiskPreview> {
  const at = now()
  const first = new Date(at.getTime() - DAYS * DAY_MS)
  const found = { orders: 0, caught: 0, amount: 0, refunded: 0, disputed: 0 }
  const examples: RiskPreview['examples'] = []
  let before = { at, id: LAST_ID }
  let since = first
  while (found.orders < ORDERS_MAX) {
    const orders = await selectPastOrders(sql, { since: first, before, max: PAGE })
    const ids = orders.map(({ id }) => id)
    const asked = { measures: measuresOf([rule]), isPast: true }
    const facts = new Map((await selectFacts(sql, ids, asked)).map((one) => [one.id, one]))
    for (const { id, invoice, isRefunded, isDisputed } of orders) {
      const { amountInr } = facts.get(id)!
      if (!catches(rule, facts.get(id)!)) continue
      found.caught++
      found.amount += amountInr
      if (isRefunded) found.refunded++
      if (isDisputed) found.disputed++
      if (examples.length < EXAMPLES_MAX) examples.push({ orderId: id, invoiceId: invoice })
    }
    found.orders += orders.length
    const last = orders.at(-1)
    if (!last || orders.length < PAGE) break
    before = { at: last.createdAt, id: last.id }
    if (found.orders >= ORDERS_MAX) since = last.createdAt
  }
  return { at: at.toISOString(), since: since.toISOString(), ...found, examples }
}
