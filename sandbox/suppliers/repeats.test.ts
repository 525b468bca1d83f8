import assert from 'node:assert/strict'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { openSandbox } from '#sandbox/testing.ts'
import { accountsAt } from './testing.ts'

const json = { 'content-type': 'application/json' }

async function post(to: string, body: string, headers: Record<string, string>) {
  const response = await fetch(to, { method: 'POST', headers: { ...json, ...headers }, body })
  return [response.status, await response.json()] as [number, Record<string, unknown>]
}

/** Sends the same request twice. Both are started before either body is complete. */
async function postTogether(to: string, order: object, headers: Record<string, string>) {
  const begun = await Promise.all(
    [1, 2].map(async () => {
      const sent = request(to, {
        method: 'POST',
        headers: { ...json, ...headers, expect: '100-continue' },
      })
      const answer = once(sent, 'response')
      sent.flushHeaders()
      await once(sent, 'continue')
      return { sent, answer }
    }),
  )
  for (const { sent } of begun) sent.end(JSON.stringify(order))
  return Promise.all(
    begun.map(async ({ answer }) => text(((await answer) as [IncomingMessage])[0])),
  )
}

async function open(t: TestContext) {
  const sandbox = await openSandbox(t)
  const { url } = sandbox
  const shop = accountsAt(url)
  return {
    ...sandbox,
    shop,
    g2bulk: (order: object, headers: Record<string, string> = {}) =>
      post(`${shop.g2bulk.url}/v1/games/mlbb/order`, JSON.stringify(order), {
        'x-api-key': shop.g2bulk.apiKey,
        ...headers,
      }),
    async delivered(): Promise<number> {
      const books = (await (await fetch(`${url}/books`)).json()) as { delivered: unknown[] }
      return books.delivered.length
    },
  }
}

test('G2Bulk accepts an order once per key, and again without one', async (t) => {
  const { shop, g2bulk, delivered } = await open(t)
  const order = { catalogue_name: 'Pack 1001', player_id: '1', remark: 'D1' }
  const key = { 'x-idempotency-key': randomUUID() }
  const [first, second] = [await g2bulk(order, key), await g2bulk(order, key)]
  assert.deepEqual(first, second)
  assert.equal(await delivered(), 1)
  const other = { 'x-idempotency-key': randomUUID(), 'x-api-key': shop.g2bulk.apiKey }
  const [one, same] = await postTogether(`${shop.g2bulk.url}/v1/games/mlbb/order`, order, other)
  assert.equal(one, same)
  assert.equal(await delivered(), 2)
  await g2bulk(order)
  await g2bulk(order)
  assert.equal(await delivered(), 4)
  assert.equal((await g2bulk(order, { 'x-idempotency-key': 'D1' }))[0], 400)
  assert.equal((await g2bulk(order, { 'x-api-key': 'wrong' }))[0], 401)

  const headers = { 'x-api-key': shop.g2bulk.apiKey }
  const { order: taken } = first[1] as { order: { order_id: number } }
  const ask = (order_id: unknown) =>
    post(`${shop.g2bulk.url}/v1/games/order/status`, JSON.stringify({ order_id }), headers)
  assert.equal((await ask(taken.order_id))[0], 200)
  assert.deepEqual(await ask(String(taken.order_id)), [
    400,
    { success: false, message: 'Failed to parse request body' },
  ])
  const list = await fetch(`${shop.g2bulk.url}/v1/games/orders?page=2&limit=3`, { headers })
  const { orders } = (await list.json()) as { orders: { order_id: number; status: string }[] }
  assert.deepEqual(
    orders.map(({ order_id, status }) => [order_id, status]),
    [[taken.order_id, 'completed']],
  )
})

test('Lapakgaming and SEAGM deliver a repeated reference twice', async (t) => {
  const { shop, delivered } = await open(t)
  const order = { user_id: '1', product_code: 'ML1001-S2', count_order: 1 }
  const lapak = () =>
    post(
      `${shop.lapakgaming.url}/api/order`,
      JSON.stringify({ ...order, partner_reference_id: 'D1' }),
      { authorization: `Bearer ${shop.lapakgaming.apiKey}` },
    )
  assert.equal((await lapak())[1]['code'], 'SUCCESS')
  assert.equal((await lapak())[1]['code'], 'SUCCESS')
  assert.equal(await delivered(), 2)

  const seagm = (change: string) => {
    const time = Math.floor(Date.now() / 1000)
    const text = `buy_amount=1&mch_order_id=D1&timestamp=${time}&type_id=1001&uid=${shop.seagm.uid}&user_id=1`
    const signature = createHmac('sha256', shop.seagm.secretKey).update(text).digest('hex')
    return post(
      `${shop.seagm.url}/v1/recharge-orders`,
      `${text.replace('user_id=1', change)}&signature=${signature}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
    )
  }
  assert.equal((await seagm('user_id=1'))[0], 200)
  assert.equal((await seagm('user_id=1'))[0], 200)
  assert.equal((await seagm('user_id=2'))[0], 409)
  assert.equal(await delivered(), 4)
})

test('Digiflazz accepts a reference once, for the same pack and player', async (t) => {
  const { shop, delivered } = await open(t)
  const username = shop.digiflazz.username
  const sign = (reference: string) =>
    createHash('md5').update(`${username}${shop.digiflazz.apiKey}${reference}`).digest('hex')
  const rcOf = async (change: object) => {
    const order = { username, buyer_sku_code: 'x-1001', customer_no: '1', ref_id: 'D1' }
    const body = JSON.stringify({ ...order, sign: sign('D1'), ...change })
    const [, { data }] = await post(`${shop.digiflazz.url}/v1/transaction`, body, {})
    return (data as { rc: string }).rc
  }
  assert.equal(await rcOf({}), '00')
  assert.equal(await rcOf({}), '00')
  assert.equal(await rcOf({ customer_no: '2' }), '49')
  assert.equal(await rcOf({ buyer_sku_code: 'x-1002' }), '49')
  assert.equal(await rcOf({ ref_id: 'D2' }), '41')
  assert.equal(await rcOf({ ref_id: '', sign: sign('') }), '40')
  assert.equal(await delivered(), 1)
})
