import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSuppliers } from './testing.ts'

const FIELDS = { userid: '12345678', zoneid: '1234' }
const CREATE = 'in-game-topup/order/create'

type Opened = Awaited<ReturnType<typeof openSuppliers>>

async function listDelivered({ url }: Opened): Promise<string[]> {
  const books = (await (await fetch(`${url}/books`)).json()) as {
    delivered: { provider: string }[]
  }
  return books.delivered.map(({ provider }) => provider)
}

const tokenOf = async ({ uni }: Opened, game = 'legends'): Promise<unknown> => {
  const question = { game_code: game, fields: FIELDS }
  const [, body] = await uni('in-game-topup/user/validate', question)
  return body['validation_token']
}

const mooOrder = (change: object = {}) => ({
  data: {
    category: '1',
    'product-id': '1001',
    quantity: '1',
    'User ID': '12345678',
    Server: '1234',
    ...change,
  },
  partnerOrderId: 'D1',
})

test('a wrongly signed order is refused', async (t) => {
  const opened = await openSuppliers(t)
  const { smile, moo, uni } = opened
  const order = { game_code: 'legends', reference_no: 'D1', denomination_id: '1001' }
  const validation_token = await tokenOf(opened)
  assert.equal((await smile({ sign: 'x' }, 'createorder'))[1]['status'], 205)
  assert.equal((await moo('order/create_order', mooOrder(), { auth: 'x' }))[0], 401)
  const [, body] = await uni(CREATE, { ...order, validation_token }, { auth: 'x' })
  assert.equal(body['status'], 0)
  assert.deepEqual(await listDelivered(opened), [])

  assert.equal((await smile({}, 'createorder'))[1]['status'], 200)
  assert.equal((await moo('order/create_order', mooOrder()))[1]['status'], true)
  assert.equal((await uni(CREATE, { ...order, validation_token }))[1]['status'], 1)
  assert.deepEqual(await listDelivered(opened), ['smileone', 'moogold', 'unipin'])
})

test('UniPin accepts a token for one order of its game, and a reference once', async (t) => {
  const opened = await openSuppliers(t)
  const order = async (validation_token: unknown, reference_no = 'D1') => {
    const input = { game_code: 'legends', validation_token, reference_no, denomination_id: '1001' }
    const [, body] = await opened.uni(CREATE, input)
    return (body['error'] as { message: string } | undefined)?.message ?? body['reason']
  }
  const token = await tokenOf(opened)
  assert.equal(await order(await tokenOf(opened, 'other')), 'Invalid validation token')
  assert.equal(await order(token, ''), 'Missing reference number')
  assert.equal(await order(await tokenOf(opened)), 'Successful')
  assert.equal(await order(token, 'D2'), 'Invalid validation token')
  assert.equal(await order(await tokenOf(opened)), 'Duplicate reference_no')
  assert.deepEqual(await listDelivered(opened), ['unipin'])
})

test('MooGold accepts a reference once, and finds an order by number or reference', async (t) => {
  const { moo } = await openSuppliers(t)
  const codeOf = async (change: object) =>
    (await moo('order/create_order', mooOrder(change)))[1]['err_code']
  assert.equal(await codeOf({ 'product-id': '' }), '113')
  assert.equal(await codeOf({ 'product-id': 'gone' }), '422')
  assert.equal(await codeOf({ quantity: '11' }), '116')
  const [, { order_id }] = await moo('order/create_order', mooOrder())
  assert.equal(await codeOf({}), '420')

  const [, byReference] = await moo('order/order_detail_partner_id', { partner_order_id: 'D1' })
  const [, byId] = await moo('order/order_detail', { order_id })
  assert.deepEqual(byReference, byId)
  assert.deepEqual(
    [byId['order_id'], byId['order_status'], byId['total']],
    [order_id, 'completed', '0.60'],
  )
  const [, stranger] = await moo('order/order_detail_partner_id', { partner_order_id: 'D2' })
  assert.equal(stranger['err_code'], '421')
})
