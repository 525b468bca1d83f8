import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import {
  beginTopUp,
  listCaptures,
  openPayShop,
  payAt,
  untilCaptured,
} from '#tests/support/money/payments.ts'
import { until } from '#tests/support/shop/wait.ts'

const MINUTE = 60_000

const isInVain = (line: string) => line.includes('gateway cannot be asked about a payment')

test('the last lookup of a payment is repeated if its gateway was down', async (t) => {
  const { shop, customer } = await openPayShop(t)
  const url = await beginTopUp(customer)
  await payAt(shop, url)
  await until('all that was sent is worked through', async () => {
    const jobs =
      await shop.sql`select from job where name in ('ask-payment', 'apply-gateway-event')`
    return jobs.length === 0 && (await listCaptures(shop)).length === 1
  })
  await payAt(shop, url, { again: true, webhook: 'never' })
  await breakOutside(shop, { target: 'razorpay', kind: 'error' })
  shop.wait(18 * MINUTE + 1_000)
  await until('it was asked in vain', () => shop.log.some(isInVain))
  assert.equal((await listCaptures(shop)).length, 1)
  await mendOutside(shop)
  shop.wait(61 * MINUTE)
  await untilCaptured(shop, 2)
  await until('enough is asked', async () => {
    const [row] = await shop.sql`select ask_at from payment`
    return row!['askAt'] === null
  })
})
