import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { MOOGOLD } from './twin/credentials.ts'
import { openSandbox } from '#sandbox/testing.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { until } from '#tests/support/shop/wait.ts'
import { createMooGold } from './moogold.ts'
import { deliveredIn, inShort, provePlayers, toDispatch } from '#connectors/suppliers/testing.ts'

async function open(t: TestContext, change: { url?: string; secretKey?: string } = {}) {
  const sandbox = await openSandbox(t)
  const moogold = createMooGold({ url: `${sandbox.url}/moogold`, ...MOOGOLD, ...change })
  return { ...sandbox, moogold }
}

/** A fake MooGold with one fixed answer per method. Also records the requests. */
async function openMooGold(t: TestContext, says: Record<string, unknown>) {
  const { url, heard } = await openCompany(t, ({ path }) => {
    const method = path.split('/').at(-1)!
    const usual = { product_detail: { Variation: [], fields: ['UID', 'Zone ID'] } }[method]
    const body = says[method] ?? usual ?? { code: 'rest_no_route', message: 'No route' }
    return { body }
  })
  const moogold = createMooGold({ url, partnerId: 'me', secretKey: 'key' })
  const bodies = () => heard.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  return { moogold, bodies }
}

test('MooGold accepts a reference once, and reports the outcome of its order', async (t) => {
  const { url, moogold } = await open(t)
  const dispatch = toDispatch()
  const taken = await moogold.deliver(dispatch)
  assert.equal(taken.is, 'pending')
  const traced = await moogold.trace!(dispatch)
  assert.deepEqual(traced, {
    is: 'delivered',
    providerOrderId: taken.providerOrderId,
    words: 'completed',
    cost: { amount: '0.60', currency: 'USD' },
  })
  assert.deepEqual(await moogold.deliver(dispatch), traced)
  assert.equal(moogold.isRepeatable!(dispatch, new Date()), true)
  const { reference, serviceId, playerId, zoneId } = dispatch
  assert.deepEqual(await deliveredIn(url), [
    { provider: 'moogold', reference, serviceId, playerId, zoneId },
  ])
  assert.equal(await inShort(moogold.trace!(toDispatch())), 'unheard')
})

test('MooGold decides how an order ends, even if its reply was lost', async (t) => {
  const { moogold, ...sandbox } = await open(t)
  await provePlayers(
    { name: 'moogold', supplier: moogold, sandbox },
    {
      '900000001': ['refused for player', 'unheard'],
      '900000002': ['pending', 'refused for other'],
      '900000003': ['fetch failed', 'delivered'],
      '900000004': ['fetch failed', 'refused for other'],
      '900000005': ['pending', 'pending'],
      '900000006': ['pending', 'delivered'],
      '900000008': ['not sent', 'unheard'],
    },
  )
})

test('a MooGold callback names the order that changed', async (t) => {
  const { send, moogold } = await open(t)
  const { url, heard } = await openCompany(t, () => ({ body: { status: 'success' } }))
  await send('/dispatches/callback', { provider: 'moogold', url })
  const { providerOrderId } = await moogold.deliver(toDispatch({ playerId: '900000006' }))
  await until('it told three times', () => heard.length === 3)
  for (const { headers, body } of heard)
    assert.deepEqual(moogold.readCallback!({ headers, body: Buffer.from(body) }), {
      reference: null,
      providerOrderId,
    })
  for (const [body, id] of [
    ['{"account_details":{"order_id":7}}', '7'],
    ['status=completed&order_id=7', '7'],
    ['{"status":"completed"}', null],
    ['[]', null],
    ['', null],
  ] as const) {
    const callback = moogold.readCallback!({ headers: {}, body: Buffer.from(body) })
    assert.equal(callback?.providerOrderId ?? null, id, body)
  }
})

test('MooGold refuses orders without balance, and unknown products', async (t) => {
  const { send, moogold } = await open(t)
  const deliver = (serviceId: string) => inShort(moogold.deliver(toDispatch({ serviceId })))
  assert.equal(await deliver('gone'), 'refused for product')
  await send('/dispatches/credit', { provider: 'moogold', dollars: 1 })
  assert.equal(await deliver('1001'), 'pending')
  assert.equal((await moogold.readBalance!()).amount, '0.40')
  assert.equal(await deliver('1001'), 'refused for balance')
})

test('an order that cannot have reached MooGold counts as not sent', async (t) => {
  const { breakIt, moogold } = await open(t)
  await breakIt({ target: 'moogold', kind: 'drop-reply' })
  for (const one of [
    moogold,
    (await open(t, { secretKey: 'wrong' })).moogold,
    (await open(t, { url: 'http://localhost:1' })).moogold,
  ])
    assert.equal(await inShort(one.deliver(toDispatch())), 'not sent')
})

const no = (err_code: string | number, err_message = '') => ({ err_code, err_message })

test('only a clear answer of MooGold’s decides an order', async (t) => {
  for (const [create_order, means] of [
    [{ status: true, message: 'ok', order_id: 7 }, 'pending'],
    [{ status: true, message: 'ok', account_details: { order_id: '7' } }, 'pending'],
    [{ status: 'refunded', order_id: 7 }, 'pending'],
    [no('111'), 'refused for balance'],
    [no(111), 'refused for balance'],
    [no('113'), 'refused for product'],
    [no('114'), 'refused for stock'],
    [no('116'), 'refused for product'],
    [no('117'), 'refused for product'],
    [no('118'), 'refused for product'],
    [no('422', 'Wrong product'), 'refused for product'],
    [no('422', 'You are not authorized'), 'not sent'],
    [no('433', 'IP not allowed'), 'not sent'],
    [no('426', 'Timestamp incorrect'), 'not sent'],
    [{ code: 'rest_no_route', message: 'No route' }, 'not sent'],
    [{ status: false, message: 'Invalid User ID' }, 'refused for player'],
    [no('110', 'Please try again'), /an order with 110: Please try again/],
    [{ status: false, message: 'Something is wrong' }, /Something is wrong/],
    [{ status: true, message: 'ok' }, /an order with true: ok/],
    ['<html></html>', /not in JSON/],
  ] as const) {
    const { moogold } = await openMooGold(t, { create_order })
    const said = await inShort(moogold.deliver(toDispatch()))
    const pattern = typeof means === 'string' ? new RegExp(`^${means}$`) : means
    assert.match(said, pattern, JSON.stringify(create_order))
  }
})

test('an order has the state that MooGold reports, and wrong details are no refusal until it is refunded', async (t) => {
  for (const [order, means] of [
    [{ order_status: 'processing' }, 'pending'],
    [{ order_status: 'incorrect-details' }, 'pending'],
    [{ order_status: 'on-hold' }, 'pending'],
    [{ order_status: 'completed' }, 'delivered'],
    [{ order_status: 'refunded' }, 'refused for other'],
    [{ err_code: '421', err_message: 'Partner order ID not found' }, 'unheard'],
    [{ err_code: '433', err_message: 'IP not allowed' }, /433: IP/],
    [{}, /order_status/],
  ] as const) {
    const order_detail_partner_id = 'order_status' in order ? { order_id: 7, ...order } : order
    const { moogold } = await openMooGold(t, { order_detail_partner_id })
    const said = await inShort(moogold.trace!(toDispatch()))
    assert.match(said, typeof means === 'string' ? new RegExp(`^${means}$`) : means)
  }
})

test('MooGold is sent the game’s own field names, or asked for a code if the game has none', async (t) => {
  const dispatch = toDispatch()
  const create_order = { status: true, order_id: 7 }
  const direct = await openMooGold(t, { create_order })
  await direct.moogold.deliver(dispatch)
  const player = { UID: '123456789', 'Zone ID': '2001' }
  assert.deepEqual(direct.bodies().slice(1), [
    { path: 'product/validate', data: { 'product-id': 'legends', ...player } },
    {
      path: 'order/create_order',
      data: { category: '1', 'product-id': '1001', quantity: '1', ...player },
      partnerOrderId: dispatch.reference,
    },
  ])

  const order = { order_id: 7, order_status: 'completed', total: 9.5 }
  const voucher = await openMooGold(t, {
    product_detail: { Variation: [], fields: [] },
    create_order,
    order_detail_partner_id: { ...order, item: [{ voucher_code: ['AAAA', 'BBBB'] }, {}] },
  })
  await voucher.moogold.deliver(dispatch)
  assert.deepEqual(voucher.bodies().at(-1)!['data'], {
    category: '2',
    'product-id': '1001',
    quantity: '1',
  })
  assert.deepEqual(await voucher.moogold.trace!(dispatch), {
    is: 'delivered',
    providerOrderId: '7',
    words: 'completed',
    cost: { amount: '9.5', currency: 'USD' },
    codes: ['AAAA', 'BBBB'],
  })
})

test('an order that MooGold already has is looked up, not refused', async (t) => {
  const create_order = { err_code: '420', err_message: 'Duplicate' }
  const found = { order_id: 7, order_status: 'processing' }
  const one = await openMooGold(t, { create_order, order_detail_partner_id: found })
  assert.equal(await inShort(one.moogold.deliver(toDispatch())), 'pending')
  const order_detail_partner_id = { err_code: '421', err_message: 'Not found' }
  const other = await openMooGold(t, { create_order, order_detail_partner_id })
  assert.match(await inShort(other.moogold.deliver(toDispatch())), /exists, and that it doesn/)
})
