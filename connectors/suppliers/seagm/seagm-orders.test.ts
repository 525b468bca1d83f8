import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { SEAGM } from './twin/credentials.ts'
import { openSandbox } from '#sandbox/testing.ts'
import { hmacSha256 } from '#connectors/request-json.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { until } from '#tests/support/shop/wait.ts'
import { createSeagm } from './seagm.ts'
import { deliveredIn, inShort, provePlayers, toDispatch } from '#connectors/suppliers/testing.ts'

const ME = { uid: '900001', secretKey: 'seagm_secret_test' }
const NEW_YEAR = () => 1_767_225_600_000

async function open(t: TestContext) {
  const sandbox = await openSandbox(t)
  const credentials = { url: `${sandbox.url}/seagm`, ...SEAGM }
  return { ...sandbox, credentials, seagm: createSeagm(credentials) }
}

/** A fake SEAGM whose packs ask for the given fields, and that answers every order alike. */
async function openSeagm(t: TestContext, says: unknown, fields: unknown = []) {
  const { url, heard } = await openCompany(t, ({ path }) => ({
    body: path.startsWith('/v1/recharge-types') ? { code: 200, data: { fields } } : says,
  }))
  return { seagm: createSeagm({ url, ...ME }, NEW_YEAR), heard }
}

const done = (data: object) => ({ code: 200, msg: 'OK', data })
const no = (code: number, words: string) => ({
  code,
  error_info: { info_code: 20077, info_message: words },
})

test('a SEAGM order is a signed form, with the player in the fields that the pack names', async (t) => {
  const { seagm, heard } = await openSeagm(t, no(400, 'No'), [{ name: 'user_id' }, 'zone_id'])
  const dispatch = toDispatch({
    reference: 'ORD-1001',
    serviceId: '42',
    playerId: '12345678',
    zoneId: '1234',
  })
  await seagm.deliver(dispatch)
  await seagm.deliver(dispatch)
  const order = heard[1]!
  assert.deepEqual([order.method, order.path], ['POST', '/v1/recharge-orders'])
  assert.deepEqual(Object.fromEntries(new URLSearchParams(order.body)), {
    type_id: '42',
    buy_amount: '1',
    mch_order_id: 'ORD-1001',
    user_id: '12345678',
    zone_id: '1234',
    uid: '900001',
    timestamp: '1767225600',
    signature: 'db0816eb7a6051352cf0bbc3820e0225300ad1b17f973b140f5f3834f41952a2',
  })
  assert.equal(heard.length, 3, 'the fields of a pack are asked once')

  const other = await openSeagm(t, no(400, 'No'), [{ name: 'charge_account' }])
  await other.seagm.deliver({ ...dispatch, zoneId: '' })
  const asked = new URLSearchParams(other.heard[1]!.body)
  assert.deepEqual([asked.get('charge_account'), asked.has('zone_id')], ['12345678', false])
})

test('SEAGM delivers an order, and finds it by our reference', async (t) => {
  const { url, seagm } = await open(t)
  const dispatch = toDispatch()
  const delivered = await seagm.deliver(dispatch)
  assert.match(delivered.providerOrderId!, /^\d{9}$/)
  assert.deepEqual(
    { ...delivered, providerOrderId: '' },
    {
      is: 'delivered',
      providerOrderId: '',
      words: 'done',
      cost: { amount: '0.60', currency: 'USD' },
    },
  )
  assert.deepEqual(await seagm.trace!(dispatch), delivered)
  assert.equal(await inShort(seagm.trace!(toDispatch())), 'unheard')
  assert.deepEqual(await deliveredIn(url), [
    {
      provider: 'seagm',
      reference: dispatch.reference,
      serviceId: '1001',
      playerId: '123456789',
      zoneId: '2001',
    },
  ])
})

test('SEAGM decides how an order ends, even if its reply was lost', async (t) => {
  const { seagm, ...sandbox } = await open(t)
  await provePlayers(
    { name: 'seagm', supplier: seagm, sandbox },
    {
      '900000001': ['refused for player', 'unheard'],
      '900000002': ['refused for other', 'refused for other'],
      '900000003': ['fetch failed', 'delivered'],
      '900000004': ['fetch failed', 'refused for other'],
      '900000005': ['pending', 'pending'],
      '900000006': ['delivered', 'delivered'],
      '900000008': ['answered 503', 'unheard'],
    },
  )
})

test('SEAGM refuses orders without balance, and an order that cannot have reached it counts as not sent', async (t) => {
  const { send, breakIt, credentials, seagm } = await open(t)
  await send('/dispatches/credit', { provider: 'seagm', dollars: 1 })
  assert.equal(await inShort(seagm.deliver(toDispatch())), 'delivered')
  assert.equal(await inShort(seagm.deliver(toDispatch())), 'refused for balance')
  assert.deepEqual(await seagm.readBalance!(), { amount: '0.40', currency: 'USD' })

  const stranger = createSeagm({ ...credentials, secretKey: 'wrong' })
  assert.equal(await inShort(stranger.deliver(toDispatch())), 'not sent')
  assert.match(await inShort(stranger.trace!(toDispatch())), /409, 20003/)
  const late = createSeagm(credentials, () => Date.now() - 121_000)
  assert.equal(await inShort(late.deliver(toDispatch())), 'not sent')
  const closed = createSeagm({ ...credentials, url: 'http://localhost:2' })
  assert.equal(await inShort(closed.deliver(toDispatch())), 'not sent')
  await breakIt({ target: 'seagm', kind: 'error' })
  assert.equal(await inShort(createSeagm(credentials).deliver(toDispatch())), 'not sent')
  assert.match(await inShort(seagm.deliver(toDispatch())), /answered 503/)
})

test('an error of SEAGM is a refusal only if its words say so', async (t) => {
  for (const [says, delivers, traces] of [
    [done({ id: 7, status_code: 10001 }), 'pending', 'pending'],
    [done({ id: 7, status_code: '10002' }), 'pending', 'pending'],
    [done({ id: 7, status_code: 10003 }), 'delivered', 'delivered'],
    [done({ id: 7, status_code: 10004 }), 'refused for other', 'refused for other'],
    [done({ id: 7, status_code: 10005 }), 'refused for other', 'refused for other'],
    [done({ id: 7 }), 'pending', 'pending'],
    [done({ mch_order_id: 'other', status_code: 10003 }), /another order/, /another order/],
    [no(400, 'Out of stock'), 'refused for stock', /400, 20077/],
    [no(400, 'Duplicate mch_order_id'), /Duplicate/, /Duplicate/],
    [no(400, 'Order not found'), 'refused for other', 'unheard'],
    [no(404, 'Not found'), 'refused for other', 'unheard'],
    [no(402, 'Payment Required'), 'refused for balance', /402/],
    [no(406, 'Missing required parameter'), 'refused for product', /406/],
    [no(408, 'Request timed out'), /408/, /408/],
    [no(409, 'Signature and data do not match'), 'not sent', /409/],
    [no(409, 'mch_order_id conflict'), /conflict/, /conflict/],
    [no(409, 'Resource conflict'), /conflict/, /conflict/],
    [no(403, 'IP'), 'not sent', /403/],
    [no(405, 'Method not allowed'), 'not sent', /405/],
    [no(412, 'Header parameter verification failed'), 'not sent', /412/],
    [no(413, 'Too many requests'), 'not sent', /413/],
    [no(429, 'Too many'), 'not sent', /429/],
    [no(500, 'Error'), /500/, /500/],
    [{ code: 204 }, /204/, /204/],
    ['<html>', /not in JSON/, /not in JSON/],
  ] as const) {
    const { seagm } = await openSeagm(t, says)
    const outcomes = [
      await inShort(seagm.deliver(toDispatch())),
      await inShort(seagm.trace!(toDispatch())),
    ]
    for (const [at, means] of [delivers, traces].entries())
      assert.match(outcomes[at]!, typeof means === 'string' ? new RegExp(`^${means}$`) : means)
  }
})

test('a SEAGM reference is sent again only soon after its first send', () => {
  const { isRepeatable } = createSeagm({ url: '', ...ME })
  const now = Date.now()
  const repeatable = [null, 9, 10].map((minutes) => {
    const firstSentAt = minutes === null ? null : new Date(now - minutes * 60_000)
    return isRepeatable!(toDispatch({ firstSentAt }), new Date(now))
  })
  assert.deepEqual(repeatable, [true, true, false])
})

test('a SEAGM callback is accepted if its signature fits, encoded or not', async (t) => {
  const { url, send, seagm } = await open(t)
  const shop = await openCompany(t, () => ({ body: 'success' }))
  await send('/dispatches/callback', { provider: 'seagm', url: shop.url })
  const dispatch = toDispatch({ playerId: '900000006' })
  const { providerOrderId } = await seagm.deliver(dispatch)
  await until('three callbacks', () => shop.heard.length === 3)
  const readHere = (body: string) => seagm.readCallback!({ headers: {}, body: Buffer.from(body) })
  for (const { body } of shop.heard)
    assert.deepEqual(readHere(body), { reference: dispatch.reference, providerOrderId })

  const { readCallback } = createSeagm({ url, ...ME })
  const read = (body: string) => readCallback!({ headers: {}, body: Buffer.from(body) })
  const text =
    'buy_amount=1&id=5001&mch_order_id=ORD-1001&status=done&status_code=10003&timestamp=1767225660'
  const signature = 'ca58bcaea0f21159302fc4c075bd2102dcb773f3497f1baf6d2ccb0af8f1fb44'
  const expected = { reference: 'ORD-1001', providerOrderId: '5001' }
  assert.deepEqual(read(`${text}&signature=${signature}`), expected)
  assert.equal(read(`${text}&signature=${signature.replace('c', 'd')}`), null)
  assert.equal(read(text.replace('5001', `5002&signature=${signature}`)), null)
  assert.deepEqual([read(text), read('')], [null, null])

  const json = {
    id: 5001,
    mch_order_id: 'ORD-1001',
    status_code: 10003,
    title: '80 Gems',
    sent: null,
  }
  const words = 'id=5001&mch_order_id=ORD-1001&status_code=10003&title=80 Gems'
  for (const signed of [words, words.replace(' ', '+')]) {
    const signature = hmacSha256(ME.secretKey, signed).toUpperCase()
    assert.deepEqual(read(JSON.stringify({ ...json, signature })), expected)
    assert.equal(read(JSON.stringify({ ...json, id: 5002, signature })), null)
  }
  for (const odd of ['[]', 'null', '{"signature":7}', '{"id":{"a":1},"signature":"x"}'])
    assert.equal(read(odd), null)

  const raw = 'id=5001&mch_order_id=ORD-1001&title=80 Gems (50% off*)'
  const encoded = 'id=5001&mch_order_id=ORD-1001&title=80+Gems+%2850%25+off%2A%29'
  for (const signed of [raw, encoded])
    assert.deepEqual(read(`${encoded}&signature=${hmacSha256(ME.secretKey, signed)}`), expected)
})
