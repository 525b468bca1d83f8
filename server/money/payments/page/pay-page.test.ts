import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { editOrder } from '#contract/orders/orders.ts'
import { editSettings } from '#contract/catalogue/settings.ts'
import type { GatewayName } from '#contract/money/payments.ts'
import { PAYU } from '#connectors/gateways/payu/twin/credentials.ts'
import { deriveKeys } from '#server/platform/config/secrets.ts'
import { openPackShop, order } from '#tests/support/orders/orders.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import type { PayPage } from '#connectors/gateways/gateway.ts'
import { createPayU } from '#connectors/gateways/payu/payu.ts'
import { paySecurityPolicy } from './pay-page-html.ts'
import { payPageUrl } from './pay-page.ts'

const SECRET = randomBytes(33).toString('base64')
const HOUR_MS = 3_600_000
const FORM: PayPage = {
  is: 'form',
  action: 'https://secure.payu.in/_payment?a=1&b=2',
  fields: { productinfo: '"><script>alert(1)</script>', firstname: "O'Hara & Sons" },
}
const SCRIPT: PayPage = {
  is: 'script',
  src: 'https://mercury.phonepe.com/web/bundle/checkout.js',
  url: 'https://mercury-t2.phonepe.com/transact/pg?token=a&b="c"',
}

type Made = { page: PayPage | null; gateway?: GatewayName; userId: string; orderId?: string }

/** Stores a payment, and returns the address of its page. */
async function make({ sql, url }: TestShop, { page, gateway = 'payu', userId, orderId }: Made) {
  const [id, reference] = [randomUUID(), `P${randomBytes(11).toString('hex').toUpperCase()}`]
  const expiresAt = new Date(Date.now() + HOUR_MS)
  await sql`insert into payment ${sql.values({
    id,
    reference,
    userId,
    purpose: orderId ? 'order' : 'top-up',
    orderId: orderId ?? null,
    gateway,
    amount: 1234_50,
    state: 'open',
    page: page && sql.json(page),
    createdAt: new Date(),
    expiresAt,
  })}`
  const place = { config: { publicUrl: url }, keys: deriveKeys([SECRET]) }
  return { id, reference, url: payPageUrl(place, { id, gateway, expiresAt }) }
}

const get = (url: string) => fetch(url, { redirect: 'manual' })

async function leadsTo(url: string) {
  const { status, headers } = await get(url)
  return [status, headers.get('location')]
}

test('the page that posts to a gateway escapes its values and leads nowhere else', async (t) => {
  const { shop, admin, asha } = await openPackShop(t, { env: { SECRET } })
  await admin.call(editSettings, { shopName: 'Ruby <Stall>' })

  const form = await get((await make(shop, { page: FORM, userId: asha.id })).url)
  const text = await form.text()
  assert.equal(form.status, 200)
  assert.match(text, /Ruby &#60;Stall&#62;/)
  assert.match(text, /Taking you to PayU…/)
  assert.match(text, /₹1,234\.50/)
  assert.match(
    text,
    /<form id="pay" method="post" action="https:\/\/secure\.payu\.in\/_payment\?a=1&#38;b=2">/,
  )
  assert.match(text, /value="&#34;&#62;&#60;script&#62;alert\(1\)&#60;\/script&#62;"/)
  assert.match(text, /value="O&#39;Hara &#38; Sons"/)
  assert.equal(text.match(/<button/g)?.length, 1)
  assert.doesNotMatch(text, /<script(?! src="\/)/)
  const headers = Object.fromEntries(form.headers)
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin')
  assert.equal(headers['content-security-policy'], paySecurityPolicy(FORM))
  for (const part of ['/pay-form.js', '/pay-script.js', '/pay.css'])
    assert.equal((await get(`${shop.url}${part}`)).status, 200)

  const phonepe = await make(shop, { page: SCRIPT, gateway: 'phonepe', userId: asha.id })
  const script = await (await get(phonepe.url)).text()
  assert.match(
    script,
    /<a id="pay" href="https:\/\/mercury-t2\.phonepe\.com\/transact\/pg\?token=a&#38;b=&#34;c&#34;">/,
  )
  assert.match(
    script,
    /<script src="https:\/\/mercury\.phonepe\.com\/web\/bundle\/checkout\.js" async>/,
  )
})

test('the page is shown only at its own address and until it expires', async (t) => {
  const { shop, asha } = await openPackShop(t, { env: { SECRET } })
  const made = await make(shop, { page: FORM, userId: asha.id })
  const other = await make(shop, { page: FORM, userId: asha.id })
  const unready = await make(shop, { page: null, userId: asha.id })
  const token = new URL(made.url).search
  const [ends, proof] = token.slice('?t='.length).split('.')
  const lost = [
    `${shop.url}/pay/payu/${made.id}`,
    `${shop.url}/pay/payu/${made.id}?t=`,
    `${shop.url}/pay/payu/${made.id}?t=${ends}.${'A'.repeat(43)}`,
    `${shop.url}/pay/payu/${made.id}?t=${ends}z.${proof}`,
    `${shop.url}/pay/payu/${other.id}${token}`,
    `${shop.url}/pay/paytm/${made.id}${token}`,
    `${shop.url}/pay/payu/../../etc${token}`,
    unready.url,
  ]
  for (const url of lost) assert.equal((await get(url)).status, 404, url)
  const answer = await get(lost[0]!)
  assert.match(await answer.text(), /href="\/"/)
  assert.equal((await get(made.url)).status, 200)
  shop.wait(HOUR_MS + 1_000)
  assert.equal((await get(made.url)).status, 404)
})

test('a payment that has ended leads to its result', async (t) => {
  const { shop, admin, asha, item } = await openPackShop(t, { env: { SECRET } })
  const { sql } = shop
  const end = (id: string, state: string) =>
    sql`update payment set state = ${state}, ended_at = now() where id = ${id}`

  const topUp = await make(shop, { page: FORM, userId: asha.id })
  await end(topUp.id, 'paid')
  assert.deepEqual(await leadsTo(topUp.url), [303, `/dashboard/wallet/add/${topUp.reference}`])

  const { data: placed } = await order(asha, { item })
  const orderId = placed._id
  const waits = await make(shop, { page: FORM, userId: asha.id, orderId })
  const status = (isPaid: boolean) => [303, `/purchase/status?status=${isPaid}&orderId=${orderId}`]
  assert.deepEqual(await leadsTo(waits.url), status(true))
  await admin.call(editOrder, { id: orderId, status: 'cancelled', note: '', reference: '' })
  assert.deepEqual(await leadsTo(waits.url), status(false))
  await end(waits.id, 'failed')
  assert.deepEqual(await leadsTo(waits.url), status(false))

  const link = await make(shop, {
    page: { is: 'link', url: 'https://rzp.io/i/1' },
    userId: asha.id,
    gateway: 'razorpay',
  })
  assert.deepEqual(await leadsTo(link.url), [303, 'https://rzp.io/i/1'])
})

test('the page may post only to its gateway’s hosts', () => {
  assert.equal(
    paySecurityPolicy(FORM as never),
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action https://secure.payu.in https://*.payu.in; base-uri 'none'; frame-ancestors 'none'",
  )
  const own = { is: 'form', action: 'http://localhost:4000/payu/_payment', fields: {} } as const
  assert.match(paySecurityPolicy(own), /form-action http:\/\/localhost:4000;/)
  const script = paySecurityPolicy(SCRIPT as never)
  assert.match(
    script,
    /script-src 'self' https:\/\/mercury\.phonepe\.com https:\/\/\*\.phonepe\.com https:\/\/mercury-t2\.phonepe\.com;/,
  )
  assert.match(script, /frame-src https:\/\/mercury/)
})

test('a browser that follows the page reaches the payment form', async (t) => {
  const { shop, asha } = await openPackShop(t, { env: { SECRET } })
  const reference = 'P00000000000000000000001'
  const payu = createPayU({
    url: `${shop.sandboxUrl}/payu`,
    apiUrl: `${shop.sandboxUrl}/payu`,
    ...PAYU,
  })
  const { page } = await payu.open({
    reference,
    amount: 1234_50,
    currency: 'INR',
    words: '86 Diamonds',
    customer: { id: asha.id, fullName: 'Asha Rao', email: asha.email, phone: '9876543210' },
    returnUrl: `${shop.url}/api/v1/return/payu?reference=${reference}`,
    webhookUrl: `${shop.url}/api/v1/webhook/payu`,
    expiresAt: new Date(Date.now() + HOUR_MS),
    method: 'upi',
    wantsUpiCode: false,
  })
  const made = await make(shop, { page, userId: asha.id })
  const response = await fetch(`${shop.sandboxUrl}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_url: made.url, outcome: 'success', webhook: 'never' }),
  })
  assert.equal(response.status, 200, await response.clone().text())
  const { is, captured } = await payu.ask({ reference, gatewayId: null })
  assert.deepEqual([is, captured[0]?.amount], ['paid', 1234_50])
})
