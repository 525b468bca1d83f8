import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { openUpiPackShop, placeByUpi, untilOrder } from '#tests/support/orders/orders.ts'
import { createPerson } from '#tests/support/accounts/people.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { payAt, untilCaptured } from '#tests/support/money/payments.ts'
import { until } from '#tests/support/shop/wait.ts'
import { renderUpiPage } from './upi-page-html.ts'

const MINUTE_MS = 60_000
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'

async function openCodeShop(t: TestContext) {
  const packShop = await openUpiPackShop(t)
  const choice = { active: 'razorpay', upiCodes: ['razorpay'] } as const
  const { status } = await packShop.admin.call(choosePaymentGateway, {
    ...choice,
    upiCodes: [...choice.upiCodes],
  })
  assert.equal(status, 200)
  return packShop
}

const visit = (url: string, method = 'GET', headers: Record<string, string> = {}) =>
  fetch(url, { method, headers, redirect: 'manual' })

async function leadsTo(url: string, method = 'GET') {
  const { status, headers } = await visit(url, method)
  return [status, headers.get('location')]
}

const plain = (html: string) =>
  html.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

test('the page shows the gateway’s UPI code unchanged, what it pays for, and the time left', async (t) => {
  const packShop = await openCodeShop(t)
  const { shop, asha, item } = packShop
  const { id, url } = await placeByUpi(asha, { item })
  assert.match(url, /^http.*\/pay\/razorpay\//)
  const response = await visit(url)
  const html = plain(await response.text())
  const [stored] = await shop.sql<{ page: { uri: string }; gatewayId: string }[]>`
    select page, gateway_id from payment`
  const { uri } = stored!.page
  assert.match(uri, /^upi:\/\/pay\?pa=/)
  assert.match(stored!.gatewayId, /^qr_/)
  assert.ok(html.includes(`<a id="pay" href="${uri}" class="app">Pay with your UPI app</a>`))
  assert.match(html, /<p class="amount">₹100\.00<\/p>/)
  assert.match(html, /<p>Pack \d+, Game \d+<\/p>/)
  assert.match(html, /aria-label="UPI code for ₹100\.00"/)
  assert.match(html, /data-seconds="\d{3,4}">(15:00|14:\d\d)</)
  assert.ok(html.includes(`href="/purchase/status?status=true&orderId=${id}"`))
  assert.equal(html.includes('gpay:'), false)
  const policy = response.headers.get('content-security-policy')!
  assert.match(policy, /^default-src 'none'; .*connect-src 'self'; form-action 'none'/)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal((await visit(`${shop.url}/pay-upi.js`)).status, 200)

  const onIPhone = plain(await (await visit(url, 'GET', { 'user-agent': IPHONE })).text())
  for (const scheme of ['gpay://upi/pay?', 'phonepe://pay?', 'paytmmp://pay?', 'upi://pay?'])
    assert.ok(onIPhone.includes(`href="${uri.replace('upi://pay?', scheme)}"`), scheme)
})

test('only the gateways that the owner named show a code', async (t) => {
  const { admin, asha, item } = await openCodeShop(t)
  await admin.call(choosePaymentGateway, { active: 'razorpay', upiCodes: ['paytm'] })
  const { url } = await placeByUpi(asha, { item })
  assert.match(url, /\/razorpay\/pay\/plink_/)
})

test('the page is told when the payment has ended, and its customer goes on to the result', async (t) => {
  const packShop = await openCodeShop(t)
  const { shop, admin, asha, item } = packShop
  const { id, url } = await placeByUpi(asha, { item })
  assert.deepEqual(await leadsTo(url, 'HEAD'), [204, null])
  assert.deepEqual(await leadsTo(url, 'POST'), [204, null])
  await payAt(shop, url, { webhook: 'never' })
  assert.deepEqual(await leadsTo(url, 'HEAD'), [204, null], 'nobody has asked the gateway yet')
  const paid = [303, `/purchase/status?status=true&orderId=${id}`]
  await until('the shop has asked', async () => (await leadsTo(url, 'POST'))[0] === 303)
  await until('the order is paid', async () => String(await leadsTo(url, 'HEAD')) === String(paid))
  assert.deepEqual(await leadsTo(url), paid)
  await untilOrder(asha, id, 'processing') // until then the same purchase goes on with this order

  const other = await placeByUpi(asha, { item })
  const end = { id: other.id, status: 'cancelled', note: 'Sold out', reference: '' } as const
  await admin.call(editOrder, end)
  assert.deepEqual(await leadsTo(other.url, 'HEAD'), [
    303,
    `/purchase/status?status=false&orderId=${other.id}`,
  ])

  const { data } = await asha.call(addMoney, { amount: 500_00 })
  const topUp = data.payment_url!
  assert.match(await (await visit(topUp)).text(), /<p>Money for your wallet<\/p>/)
  shop.wait(18 * MINUTE_MS)
  for (const method of ['GET', 'HEAD', 'POST'])
    assert.equal((await visit(topUp, method)).status, 404, method)
  for (const method of ['PUT', 'DELETE']) assert.notEqual((await visit(topUp, method)).status, 200)
})

test('a page that asks for news asks the gateway twenty times an hour at most', async (t) => {
  const packShop = await openCodeShop(t)
  const { shop, asha, item } = packShop
  const { url } = await placeByUpi(asha, { item })
  for (let asked = 0; asked < 20; asked++) await visit(url, 'POST')
  await payAt(shop, url, { webhook: 'never' })
  assert.deepEqual(await leadsTo(url, 'POST'), [204, null])
  const captures = await shop.sql`select from capture`
  assert.equal(captures.length, 0)
})

test('two callers who both make a UPI code show the same one, and its money is found', async (t) => {
  const { shop, asha } = await openCodeShop(t)
  const person = Object.assign(createPerson(shop.url, asha.tokens), {
    headers: { 'idempotency-key': 'one' },
  })
  const begin = () => person.call(addMoney, { amount: 500_00 })
  await breakOutside(shop, { target: 'razorpay', kind: 'latency', ms: 300 })
  const slow = begin()
  await until('the first has its claim', async () => {
    const claimed = await shop.sql`select from payment where opening_until is not null`
    return claimed.length > 0
  })
  await shop.sql`update payment set opening_until = null`
  await breakOutside(shop, { target: 'razorpay', kind: 'latency', ms: 1_500 })
  const later = begin()
  const first = (await slow).data.payment_url!
  const [, uri] = /<a id="pay" href="([^"]+)"/.exec(await (await visit(first)).text())!
  assert.equal((await later).data.payment_url, first)
  await mendOutside(shop)
  await payAt(shop, plain(uri!), { webhook: 'never' })
  assert.deepEqual(await leadsTo(first, 'POST'), [303, await topUpPath(shop)])
  await untilCaptured(shop)
})

const topUpPath = async ({
  sql,
}: {
  sql: Awaited<ReturnType<typeof openCodeShop>>['shop']['sql']
}) => {
  const [row] = await sql<{ reference: string }[]>`select reference from payment`
  return `/dashboard/wallet/add/${row!.reference}`
}

test('names and addresses on the page are text, never HTML', () => {
  const hostile = '"><script>alert(1)</script>'
  const html = renderUpiPage({
    shopName: hostile,
    amount: hostile,
    purpose: hostile,
    uri: `upi://pay?pn=${hostile}`,
    endsInSeconds: 61,
    isIPhone: true,
    backPath: `/${hostile}`,
  })
  assert.doesNotMatch(html, /<script(?! src="\/pay-upi\.js")/)
  assert.match(html, />1:01</)
})
