import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  buyFor,
  hasEnded,
  openDeliveryShop,
  waitForOrder,
} from '#tests/support/orders/deliveries.ts'
import { writeReverseCharge } from './reverse-charge.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('the reverse charge counts what a supplier delivered in the month, and nothing else', async (t) => {
  const deliveryShop = await openDeliveryShop(t, { provider: 'g2bulk' })
  const { sql } = deliveryShop.shop
  await sql`update item set cost_price = 70_05`
  for (const player of ['good', 'refused', 'good'] as const)
    await waitForOrder(deliveryShop, await buyFor(deliveryShop, player), hasEnded)
  await sql`update item set cost_price = null`
  await waitForOrder(deliveryShop, await buyFor(deliveryShop, 'good'), hasEnded)
  const [told] = await sql<[{ cost: string }]>`select cost from dispatch where state = 'delivered'`
  const read = async (start: Date, end: Date) => {
    let text = ''
    for await (const piece of writeReverseCharge(sql, { start, end, percent: 18 })) text += piece
    return text.trim().split('\r\n').slice(1)
  }
  const [before, now, after] = [-DAY_MS, 0, DAY_MS].map((ms) => new Date(Date.now() + ms))
  const cost = String(Math.round(300 * Number(told.cost)) / 100)
  assert.deepEqual(await read(before!, after!), [`g2bulk,USD,3,${cost},140.10,1,18,25.22`])
  assert.deepEqual(await read(now!, after!), [])
  assert.deepEqual(await read(new Date(before!.getTime() - DAY_MS), before!), [])
})
