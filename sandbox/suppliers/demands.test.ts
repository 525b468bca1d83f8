import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSuppliers, seconds } from './testing.ts'
import { hmacSha256, md5 } from './supplier.ts'

type Opened = Awaited<ReturnType<typeof openSuppliers>>

const JSON_TYPE = 'application/json'

async function send(url: string, body: string, headers: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', headers, body })
  return [response.status, await response.json()] as [number, Record<string, unknown>]
}

/** Signs the fields as SEAGM requires. */
async function order({ shop }: Opened, change: Record<string, string>, type?: string) {
  const all = {
    uid: shop.seagm.uid,
    timestamp: seconds(),
    type_id: '1001',
    buy_amount: '1',
    user_id: '12345678',
    ...change,
  }
  const text = Object.entries(all).map(([name, value]) => `${name}=${value}`)
  const signature = hmacSha256(shop.seagm.secretKey, text.toSorted().join('&'))
  const fields = { ...all, signature }
  const body = type ? JSON.stringify(fields) : new URLSearchParams(fields).toString()
  const headers = { 'content-type': type ?? 'application/x-www-form-urlencoded' }
  return (await send(`${shop.seagm.url}/v1/recharge-orders`, body, headers))[0]
}

test('SEAGM refuses an order by the code that its documentation gives', async (t) => {
  const opened = await openSuppliers(t)
  assert.equal(await order(opened, {}), 200)
  assert.equal(await order(opened, { user_id: '' }), 406)
  assert.equal(await order(opened, { type_id: '' }), 406)
  assert.equal(await order(opened, { buy_amount: '' }), 406)
  assert.equal(await order(opened, {}, JSON_TYPE), 401, 'it reads no JSON')
  await opened.send('/dispatches/credit', { provider: 'seagm', dollars: 0 })
  assert.equal(await order(opened, {}), 402)
})

test('suppliers that read JSON refuse other bodies and invalid callback addresses', async (t) => {
  const { shop, moo } = await openSuppliers(t)
  const lapak = { user_id: '1', product_code: 'ML1001-S2', count_order: 1 }
  const g2 = { catalogue_name: 'Pack 1001', player_id: '1' }
  const sign = md5(`${shop.digiflazz.username}${shop.digiflazz.apiKey}D1`)
  const digi = { buyer_sku_code: 'x-1001', customer_no: '1', ref_id: 'D1', sign }
  const named = { ...digi, username: shop.digiflazz.username }
  const authorization = `Bearer ${shop.lapakgaming.apiKey}`
  for (const [url, good, field, headers] of [
    [`${shop.lapakgaming.url}/api/order`, lapak, 'override_callback_url', { authorization }],
    [
      `${shop.g2bulk.url}/v1/games/x/order`,
      g2,
      'callback_url',
      { 'x-api-key': shop.g2bulk.apiKey },
    ],
    [`${shop.digiflazz.url}/v1/transaction`, named, 'cb_url', {}],
  ] as const) {
    const put = async (body: object, type: string) =>
      (await send(url, JSON.stringify(body), { ...headers, 'content-type': type }))[0]
    assert.equal(await put(good, 'text/plain'), 400, url)
    assert.equal(await put({ ...good, [field]: 'here' }, JSON_TYPE), 400, url)
    assert.equal(await put(good, JSON_TYPE), 200, url)
  }
  const input = { 'product-id': '1001', quantity: '1', 'User ID': '1', category: '1' }
  const moogold = async (change: object, type = JSON_TYPE) => {
    const body = { data: { ...input, ...change }, partnerOrderId: 'D1' }
    return (await moo('order/create_order', body, { 'content-type': type }))[1]['status']
  }
  assert.equal(await moogold({}, 'text/plain'), false)
  for (const change of [{ category: '3' }, { quantity: '0' }, { quantity: '' }, { 'User ID': '' }])
    assert.equal(await moogold(change), false, JSON.stringify(change))
  assert.equal(await moogold({}), true)
})

/** A shop that answers every callback with this text. */
function openShop(t: TestContext, text: string): string {
  const shop = createServer((_request, response) => response.end(text)).listen(0)
  t.after(() => shop.close())
  return `http://localhost:${(shop.address() as AddressInfo).port}`
}

test('SEAGM and MooGold repeat a callback until they get their expected answer', async (t) => {
  const opened = await openSuppliers(t)
  const tries = async () => {
    const response = await fetch(`${opened.url}/dispatches/callbacks`)
    return (await response.json()) as { provider: string; number: number; isTaken: boolean }[]
  }
  const url = openShop(t, '{"success":true,"message":"","data":null}')
  for (const provider of ['seagm', 'moogold'])
    await opened.send('/dispatches/callback', { provider, url })
  await order(opened, { user_id: '900000007', mch_order_id: 'D1' })
  await opened.moo('order/create_order', {
    data: { category: '1', 'product-id': '1001', quantity: '1', 'User ID': '900000007' },
    partnerOrderId: 'D1',
  })
  for (const provider of ['seagm', 'moogold'])
    await opened.send('/dispatches/settle', { provider, reference: 'D1', outcome: 'delivered' })
  const hasRepeated = async (provider: string) =>
    (await tries()).some((one) => one.provider === provider && one.number === 2)
  for (const provider of ['seagm', 'moogold'])
    while (!(await hasRepeated(provider))) await sleep(20)
  const callbacks = await tries()
  assert.ok(callbacks.every(({ isTaken }) => !isTaken))
  for (const provider of ['seagm', 'moogold'])
    assert.deepEqual(
      callbacks
        .filter((one) => one.provider === provider)
        .map(({ number }) => number)
        .slice(0, 2),
      [1, 2],
    )
  assert.equal(
    (await opened.send('/dispatches/callback', { provider: 'seagm', url, as: 'xml' })).status,
    400,
  )
})
