import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { placeUpiOrder } from '#contract/orders/orders.ts'
import { openPackShop, type PackShop } from '#tests/support/orders/orders.ts'
import { holdTimeouts } from '#tests/support/network/timeouts.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import {
  beginTopUp,
  hurryJobs,
  listCaptures,
  listReferences,
  openPayShop,
  payAt,
  untilCaptured,
} from '#tests/support/money/payments.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'

/** Returns the address that the shop redirects a browser to. */
async function comeBack({ url }: TestShop, address: string, form?: Record<string, string>) {
  const sent = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
  const response = await fetch(`${url}/api/v1/return/${address}`, { ...sent, redirect: 'manual' })
  await response.body?.cancel()
  return [response.status, response.headers.get('location')]
}

const LOST = [303, '/purchase/status?status=false']

async function begin({ admin, asha, item }: PackShop) {
  await admin.call(choosePaymentGateway, { active: 'razorpay' })
  const { gameSlug, itemSlug } = item
  const { gameDetailId } = asha
  const input = { gameSlug, itemSlug, gameDetailId, couponCode: '' }
  const { data, message } = await asha.call(placeUpiOrder, input)
  if (!data?.payment_url) throw new Error(message)
  return data.payment_url
}

test('a returning customer sees success only once the order is paid, even without a webhook', async (t) => {
  const packShop = await openPackShop(t)
  const { shop } = packShop
  const url = await begin(packShop)
  const [reference] = await listReferences(shop)
  const [order] = await shop.sql<{ id: string }[]>`select id from orders`
  const back = `razorpay?reference=${reference}`
  const unpaid = `/purchase/status?status=false&orderId=${order!.id}`
  assert.deepEqual(await comeBack(shop, back), [303, unpaid])
  assert.deepEqual(await comeBack(shop, `${back}&status=true&orderId=x`), [303, unpaid])

  const paid = await payAt(shop, url, { webhook: 'never', return: true })
  assert.equal(paid.location, `/purchase/status?status=true&orderId=${order!.id}`)
  assert.deepEqual(await comeBack(shop, back), [303, paid.location])
})

test('an unsigned return triggers no lookup, and leads to the order’s real state', async (t) => {
  const { shop, customer } = await openPayShop(t)
  await payAt(shop, await beginTopUp(customer), { webhook: 'never' })
  const [reference] = await listReferences(shop)
  const place = [303, `/dashboard/wallet/add/${reference}`]
  const signature = 'a'.repeat(64)
  const forged = `razorpay?reference=${reference}&razorpay_payment_link_status=paid&razorpay_signature=${signature}`
  assert.deepEqual(await comeBack(shop, forged), place)
  assert.deepEqual(await comeBack(shop, forged, { razorpay_signature: signature }), place)
  const jobs = await shop.sql`select from job where name = 'ask-payment'`
  assert.equal(jobs.length, 0)
  assert.deepEqual(await listCaptures(shop), [])
})

test('a return with an unknown reference leads to a page that says so', async (t) => {
  const { shop, customer } = await openPayShop(t)
  await beginTopUp(customer)
  const [reference = ''] = await listReferences(shop)
  for (const address of [
    'razorpay',
    'razorpay?reference=',
    `razorpay?reference=${reference}X`,
    `razorpay?reference=P${'A'.repeat(23)}`,
    `razorpay?reference=${reference}&reference=${reference}`,
    'razorpay?reference=%2F%2Fevil.example',
    `stripe?reference=${reference}`,
    `upi?reference=${reference}`,
  ]) {
    assert.deepEqual(await comeBack(shop, address), LOST, address)
    assert.deepEqual(await comeBack(shop, address, { reference }), LOST, address)
  }
})

test('a return by form triggers a lookup and redirects to a plain address', async (t) => {
  const { shop, customer } = await openPayShop(t, { gateway: 'cashfree' })
  await payAt(shop, await beginTopUp(customer), { webhook: 'never' })
  const [reference] = await listReferences(shop)
  const answer = await comeBack(shop, `cashfree?reference=${reference}`, { any: 'thing' })
  assert.deepEqual(answer, [303, `/dashboard/wallet/add/${reference}`])
  await untilCaptured(shop)
})

const HASTY = 0.5 // of the usual patience: a return waits for 1.25 s, and no answer takes longer than 5 s

test('a slow gateway delays a return only briefly, and its answer is applied later', async (t) => {
  const { shop, customer } = await openPayShop(t, { gateway: 'cashfree' })
  const hasty = await shop.openNode({}, HASTY)
  const url = await beginTopUp(customer)
  const [reference] = await listReferences(shop)
  await payAt(shop, url, { webhook: 'never' })
  await breakOutside(shop, { target: 'cashfree', kind: 'latency', ms: 600_000 })
  const timeouts = holdTimeouts(t)
  const answer = await comeBack(hasty, `cashfree?reference=${reference}`)
  assert.deepEqual(answer, [303, `/dashboard/wallet/add/${reference}`])
  assert.ok(timeouts.limits().length > 0, 'the gateway is asked, and has not answered yet')
  await mendOutside(shop)
  timeouts.release()
  await hurryJobs(shop)
  await untilCaptured(shop)
})
