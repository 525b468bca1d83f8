import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginTopUp, openPayShop, payAt, untilCaptured } from '#tests/support/money/payments.ts'
import { forgetPayers } from './forget-payers.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS)

test('payers are forgotten after 600 days, and no earlier', async (t) => {
  const { shop, customer } = await openPayShop(t)
  for (const count of [1, 2]) {
    const url = await beginTopUp(customer, count * 100)
    await payAt(shop, url, { payer: `asha${count}@okbank` })
    await untilCaptured(shop, count)
  }
  await shop.sql`update capture set captured_at = ${ago(600.1)} where amount = 10000`
  await shop.sql`update capture set captured_at = ${ago(599.9)} where amount = 20000`
  await forgetPayers({ sql: shop.sql, now: () => new Date() })
  const rows = await shop.sql`
    select payer is null as is_gone, payer_shown, payer_name from capture order by amount`
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { isGone: true, payerShown: null, payerName: null },
      { isGone: false, payerShown: 'as…@okbank', payerName: '' },
    ],
  )
})
