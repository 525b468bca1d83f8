import type { RiskPreview } from '#contract/orders/risk.ts'
import type { Context } from '#server/context.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { selectFacts } from './facts-sql.ts'
import { catches, measuresOf, type Rule } from './judge.ts'
import { selectPastOrders } from './sql.ts'

const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
const PAGE = 500
const EXAMPLES_MAX = 10
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** An answer must come within ten seconds. */
const LIMITS = { orders: 20_000, milliseconds: 5_000 }

/**
 * Tries a rule on the customers' orders of the last 30 days, each as it was when it was placed. If there are too many,
 * it looks at the newest.
 */
export async function previewRule(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  rule: Rule,
  limits = LIMITS,
): Promise<RiskPreview> {
  const at = now()
  const began = performance.now()
  const first = new Date(at.getTime() - DAYS * DAY_MS)
  const found = { orders: 0, caught: 0, amount: 0, refunded: 0, disputed: 0 }
  const examples: RiskPreview['examples'] = []
  let before = { at, id: LAST_ID }
  let since = first
  for (;;) {
    const max = Math.min(PAGE, limits.orders - found.orders)
    const orders = await selectPastOrders(sql, { since: first, before, max })
    const facts = await readFacts(sql, rule, orders)
    for (const { id, invoice, isRefunded, isDisputed } of orders) {
      const own = facts.get(id)!
      if (!catches(rule, own)) continue
      found.caught++
      found.amount += own.amountInr
      if (isRefunded) found.refunded++
      if (isDisputed) found.disputed++
      if (examples.length < EXAMPLES_MAX) examples.push({ orderId: id, invoiceId: invoice })
    }
    found.orders += orders.length
    const last = orders.at(-1)
    if (!last || orders.length < max) break
    before = { at: last.createdAt, id: last.id }
    const isOver = found.orders >= limits.orders || performance.now() - began > limits.milliseconds
    if (!isOver) continue
    since = last.createdAt
    break
  }
  return { at: at.toISOString(), since: since.toISOString(), ...found, examples }
}

async function readFacts(sql: Sql, rule: Rule, orders: { id: string }[]) {
  const ids = orders.map(({ id }) => id)
  const facts = await selectFacts(sql, ids, { measures: measuresOf([rule]), isPast: true })
  return new Map(facts.map((one) => [one.id, one]))
}
