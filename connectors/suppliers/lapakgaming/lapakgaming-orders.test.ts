import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { LAPAKGAMING } from './twin/credentials.ts'
import { openSandbox } from '#sandbox/testing.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { until } from '#tests/support/shop/wait.ts'
import type { Dispatch } from '#connectors/suppliers/supplier.ts'
import { createLapakgaming } from './lapakgaming.ts'
import { deliveredIn, inShort, provePlayers, toDispatch } from '#connectors/suppliers/testing.ts'

const toPack = (change: Partial<Dispatch> = {}) =>
  toDispatch({ serviceId: 'SANDFIRE1001-S2', ...change })
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

async function open(t: TestContext) {
  const sandbox = await openSandbox(t)
  const credentials = { url: `${sandbox.url}/lapakgaming`, ...LAPAKGAMING }
  return { ...sandbox, credentials, lapak: createLapakgaming(credentials) }
}

test('Lapakgaming accepts an order, and finds it by our reference', async (t) => {
  const { url, lapak } = await open(t)
  const dispatch = toPack()
  const taken = await lapak.deliver(dispatch)
  assert.equal(taken.is, 'pending')
  assert.deepEqual(await lapak.trace!(dispatch), {
    is: 'delivered',
    providerOrderId: taken.providerOrderId,
    words: 'SUCCESS',
    cost: { amount: '9600', currency: 'IDR' },
  })
  assert.deepEqual(await deliveredIn(url), [
    {
      provider: 'lapakgaming',
      reference: dispatch.reference,
      serviceId: 'SANDFIRE1001-S2',
      playerId: '123456789',
      zoneId: '2001',
    },
  ])
  const { url: there, heard } = await openCompany(t, () => ({ status: 429, body: { code: 'X' } }))
  const elsewhere = createLapakgaming({ url: there, apiKey: 'key' })
  assert.equal(await inShort(elsewhere.deliver({ ...dispatch, region: 'MY' })), 'not sent')
  await elsewhere.deliver({ ...dispatch, zoneId: '' })
  const [{ method, path, headers, body }] = heard as [(typeof heard)[0]]
  assert.deepEqual([method, path, headers.authorization], ['POST', '/api/order', 'Bearer key'])
  assert.deepEqual(JSON.parse(body), {
    user_id: '123456789',
    additional_id: '2001',
    count_order: 1,
    product_code: 'SANDFIRE1001-S2',
    end_user_ip_address: '203.0.113.7',
    country_code: 'my',
    partner_reference_id: dispatch.reference,
    override_callback_url: dispatch.callbackUrl,
  })
  const { additional_id, country_code } = JSON.parse(heard[1]!.body)
  assert.deepEqual([additional_id, country_code], [undefined, undefined])
})

test('Lapakgaming decides how an order ends, even if its reply was lost', async (t) => {
  const { lapak, ...sandbox } = await open(t)
  await provePlayers(
    {
      name: 'lapakgaming',
      supplier: lapak,
      sandbox,
      dispatchOf: toPack,
      whenAsked: (dispatch: Dispatch) => ({ ...dispatch, firstSentAt: ago(3) }),
    },
    {
      '900000001': ['pending', 'refused for player'],
      '900000002': ['pending', 'refused for other'],
      '900000003': ['fetch failed', 'delivered'],
      '900000004': ['fetch failed', 'refused for other'],
      '900000005': ['pending', 'pending'],
      '900000006': ['pending', 'delivered'],
      '900000008': ['answered 500', 'unheard'],
    },
  )
})

test('an order missing at Lapakgaming is resent after two minutes at the earliest, and ten at the latest', async (t) => {
  const { lapak } = await open(t)
  const traceOf = (change: Partial<Dispatch>) => inShort(lapak.trace!(toPack(change)))
  assert.match(await traceOf({ firstSentAt: ago(1.9) }), /not know the order yet/)
  assert.equal(await traceOf({ firstSentAt: ago(2) }), 'unheard')
  assert.match(await traceOf({ firstSentAt: ago(2), providerOrderId: 'RA1' }), /lost an order/)
  const sent = [null, ago(1.9), ago(2), ago(9), ago(10)]
  const repeatable = sent.map((firstSentAt) =>
    lapak.isRepeatable!(toPack({ firstSentAt }), new Date()),
  )
  assert.deepEqual(repeatable, [true, false, true, true, false])
})

test('Lapakgaming’s own test products lead to their documented outcomes', async (t) => {
  const { credentials, lapak } = await open(t)
  const outcomeOf = async (serviceId: string) => {
    const dispatch = toPack({ serviceId })
    const said = await inShort(lapak.deliver(dispatch))
    return said === 'pending' ? inShort(lapak.trace!(dispatch)) : said
  }
  assert.equal(await outcomeOf('ML78_8-S2'), 'delivered')
  assert.equal(await outcomeOf('ASD'), 'refused for product')
  assert.equal(await outcomeOf('ML156_16-S42'), 'refused for stock')
  assert.equal(await outcomeOf('ML234_23-S2'), 'refused for product')
  assert.equal(await outcomeOf('ML625_81-S2'), 'refused for product')
  assert.equal(await outcomeOf('ML7740_1548-S42'), 'refused for balance')
  assert.equal(await outcomeOf('ML4649_883-S42'), 'pending')

  assert.equal(await outcomeOf('GI60-S1'), 'delivered', 'with the address of the buyer')
  const unknown = lapak.deliver(toPack({ serviceId: 'GI60-S1', buyerAddress: null }))
  assert.match(await inShort(unknown), /UNKNOWN_ERROR/)

  const voucher = toPack({ serviceId: 'VCGS330-S22' })
  await lapak.deliver(voucher)
  const delivered = await lapak.trace!(voucher)
  assert.match(
    'codes' in delivered ? delivered.codes!.join() : '',
    /^PIN : \d{9}\tSerial : S\d{9}$/,
  )
  const wrong = await fetch(`${credentials.url}/api/order`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${credentials.apiKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      user_id: '1',
      product_code: 'ML78_8-S2',
      count_order: 1,
      price: 999_999,
    }),
  })
  assert.deepEqual(await wrong.json(), { code: 'PRICE_NOT_MATCH', data: null })
})

test('Lapakgaming refuses orders without balance, and an order with wrong credentials counts as not sent', async (t) => {
  const { send, credentials, lapak } = await open(t)
  await send('/dispatches/credit', { provider: 'lapakgaming', dollars: 1 })
  assert.equal(await inShort(lapak.deliver(toPack())), 'pending')
  assert.equal(await inShort(lapak.deliver(toPack())), 'refused for balance')
  assert.deepEqual(await lapak.readBalance!(), { amount: '6400', currency: 'IDR' })

  const stranger = createLapakgaming({ ...credentials, apiKey: 'wrong' })
  assert.equal(await inShort(stranger.deliver(toPack())), 'not sent')
  assert.match(await inShort(stranger.trace!(toPack())), /UNAUTHORIZED/)
  const closed = createLapakgaming({ ...credentials, url: 'http://localhost:2' })
  assert.equal(await inShort(closed.deliver(toPack())), 'not sent')
})

test('an error code of Lapakgaming is a refusal only if it is documented as one', async (t) => {
  for (const [status, code, delivers, traces] of [
    [400, 'STOCK_NOT_FOUND', 'refused for stock', /STOCK/],
    [400, 'PRICE_NOT_MATCH', 'refused for price', /PRICE/],
    [400, 'USER_ID_EMPTY', 'refused for player', /USER_ID/],
    [400, 'USER_ID_CONTAIN_SPACE', 'refused for player', /USER_ID/],
    [400, 'NOT_ALLOWED', 'not sent', /NOT_ALLOWED/],
    [400, 'UNKNOWN_ERROR', /UNKNOWN_ERROR/, /UNKNOWN_ERROR/],
    [200, 'SYSTEM_ERROR', /SYSTEM_ERROR/, /SYSTEM_ERROR/],
    [400, 'TID_NOT_FOUND', /TID_NOT_FOUND/, /yet/],
    [200, 'SUCCESS', /tid|object/, /status|object/],
    [500, 'SYSTEM_ERROR', /answered 500/, /answered 500/],
  ] as const) {
    const { url } = await openCompany(t, () => ({ status, body: { code, data: null } }))
    const lapak = createLapakgaming({ url, apiKey: 'key' })
    const outcomes = [await inShort(lapak.deliver(toPack())), await inShort(lapak.trace!(toPack()))]
    for (const [at, means] of [delivers, traces].entries())
      assert.match(outcomes[at]!, typeof means === 'string' ? new RegExp(`^${means}$`) : means)
  }
})

test('a Lapakgaming callback names its order in any of the known shapes', async (t) => {
  const { lapak } = await open(t)
  const shop = await openCompany(t, () => ({ body: {} }))
  const dispatch = toPack({ playerId: '900000006', callbackUrl: shop.url })
  const { providerOrderId } = await lapak.deliver(dispatch)
  await until('three callbacks', () => shop.heard.length === 3)
  const read = (body: string) => lapak.readCallback!({ headers: {}, body: Buffer.from(body) })
  for (const { body } of shop.heard)
    assert.deepEqual(read(body), { reference: dispatch.reference, providerOrderId })
  const bare = { reference: null, providerOrderId: '7' }
  assert.deepEqual(read('{"tid":7,"status":"SUCCESS"}'), bare)
  assert.deepEqual(read('{"data":{"tid":"7"}}'), bare)
  assert.deepEqual([read('{}'), read('{"data":{}}'), read('x')], [null, null, null])
})
