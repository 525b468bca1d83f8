import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { DIGIFLAZZ } from './twin/credentials.ts'
import { openSandbox } from '#sandbox/testing.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { until } from '#tests/support/shop/wait.ts'
import type { Dispatch } from '#connectors/suppliers/supplier.ts'
import { createDigiflazz } from './digiflazz.ts'
import { deliveredIn, inShort, toDispatch } from '#connectors/suppliers/testing.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ME = { username: 'shopuser', apiKey: 'digi_key_test', webhookSecret: 'hook_secret_test' }
const toPack = (change: Partial<Dispatch> = {}) =>
  toDispatch({ serviceId: 'reefkeepers-1001', zoneId: '', ...change })

async function open(t: TestContext) {
  const sandbox = await openSandbox(t)
  const credentials = { url: `${sandbox.url}/digiflazz`, ...DIGIFLAZZ }
  return { ...sandbox, credentials, digiflazz: createDigiflazz(credentials) }
}

test('a Digiflazz order is signed with its reference, and has the zone appended to the player', async (t) => {
  const { url, heard } = await openCompany(t, () => ({ body: {} }))
  const digiflazz = createDigiflazz({ url, ...ME })
  await assert.rejects(digiflazz.deliver(toDispatch({ reference: 'ORD-1001' })))
  const [{ method, path, body }] = heard as [(typeof heard)[0]]
  assert.deepEqual([method, path], ['POST', '/v1/transaction'])
  assert.deepEqual(JSON.parse(body), {
    buyer_sku_code: '1001',
    customer_no: '1234567892001',
    ref_id: 'ORD-1001',
    cb_url: 'http://localhost:3000/api/v1/callback/provider/secret',
    username: 'shopuser',
    sign: '4aa7ebfb05c5210c28456b55ed745cd3',
  })
})

test('Digiflazz delivers a reference once, and ordering it again returns its state', async (t) => {
  const { url, digiflazz } = await open(t)
  const dispatch = toPack()
  const delivered = await digiflazz.deliver(dispatch)
  assert.deepEqual(
    { ...delivered, codes: [] },
    {
      is: 'delivered',
      providerOrderId: null,
      words: 'Transaksi Sukses',
      cost: { amount: '9600', currency: 'IDR' },
      codes: [],
    },
  )
  assert.match('codes' in delivered ? delivered.codes!.join() : '', /^GEM\d{9}$/)
  assert.deepEqual(await digiflazz.trace!(dispatch), delivered)
  assert.deepEqual(await digiflazz.deliver(dispatch), delivered)
  await assert.rejects(digiflazz.trace!({ ...dispatch, serviceId: 'other-1002' }), /said 49/)
  assert.deepEqual(await deliveredIn(url), [
    {
      provider: 'digiflazz',
      reference: dispatch.reference,
      serviceId: 'reefkeepers-1001',
      playerId: '123456789',
      zoneId: '',
    },
  ])
})

test('Digiflazz references older than 90 days are not looked up', async (t) => {
  const { url, heard } = await openCompany(t, () => ({ body: {} }))
  const { isRepeatable, trace } = createDigiflazz({ url, ...ME })
  const sent = (days: number) => toPack({ firstSentAt: new Date(Date.now() - days * DAY_MS) })
  assert.equal(isRepeatable!(toPack(), new Date()), true)
  assert.equal(isRepeatable!(sent(89), new Date()), true)
  assert.equal(isRepeatable!(sent(90), new Date()), false)
  await assert.rejects(trace!(sent(90)), /as a new one/)
  assert.equal(heard.length, 0)
})

test('Digiflazz decides how an order ends, even if its reply was lost', async (t) => {
  const { url, send, digiflazz } = await open(t)
  const outcomesOf = async (playerId: string, zoneId = '') => {
    const dispatch = toPack({ playerId, zoneId })
    return [await inShort(digiflazz.deliver(dispatch)), await inShort(digiflazz.trace!(dispatch))]
  }
  assert.deepEqual(await outcomesOf('900000001'), ['refused for player', 'refused for player'])
  assert.deepEqual(await outcomesOf('900000002'), ['refused for other', 'refused for other'])
  assert.deepEqual(await outcomesOf('900000003', '2001'), ['fetch failed', 'delivered'])
  assert.deepEqual(await outcomesOf('900000004'), ['fetch failed', 'refused for other'])
  assert.deepEqual(await outcomesOf('900000005'), ['pending', 'pending'])
  assert.deepEqual(await outcomesOf('900000006'), ['delivered', 'delivered'])
  assert.deepEqual(await outcomesOf('900000008'), ['refused for stock', 'refused for stock'])

  for (const [outcome, means] of [
    ['delivered', 'delivered'],
    ['refused', 'refused for other'],
  ] as const) {
    const dispatch = toPack({ playerId: '900000007' })
    assert.equal(await inShort(digiflazz.deliver(dispatch)), 'pending')
    await send('/dispatches/settle', {
      provider: 'digiflazz',
      reference: dispatch.reference,
      outcome,
    })
    assert.equal(await inShort(digiflazz.trace!(dispatch)), means)
  }
  const players = (await deliveredIn(url)).map(({ playerId, zoneId }) => playerId + zoneId)
  assert.deepEqual(players, ['9000000032001', '900000006', '900000007'])
})

test('Digiflazz refuses orders without balance, and an order with wrong credentials counts as not sent', async (t) => {
  const { send, credentials, digiflazz } = await open(t)
  await send('/dispatches/credit', { provider: 'digiflazz', dollars: 1 })
  assert.equal(await inShort(digiflazz.deliver(toPack())), 'delivered')
  assert.equal(await inShort(digiflazz.deliver(toPack())), 'refused for balance')
  assert.equal(
    await inShort(digiflazz.deliver(toPack({ serviceId: 'gone' }))),
    'refused for product',
  )
  assert.deepEqual(await digiflazz.readBalance!(), { amount: '6400', currency: 'IDR' })

  const stranger = createDigiflazz({ ...credentials, apiKey: 'wrong' })
  assert.equal(await inShort(stranger.deliver(toPack())), 'not sent')
  assert.match(await inShort(stranger.trace!(toPack())), /said 41/)
  const closed = createDigiflazz({ ...credentials, url: 'http://localhost:2' })
  assert.equal(await inShort(closed.deliver(toPack())), 'not sent')
})

test('only a failure of the order itself is a refusal at Digiflazz, not one of the request', async (t) => {
  for (const [status, rc, delivers, traces] of [
    ['Sukses', '00', 'delivered', 'delivered'],
    ['Pending', '03', 'pending', 'pending'],
    ['Pending', '02', 'pending', 'pending'],
    ['Gagal', '01', 'pending', 'pending'],
    ['Gagal', '03', 'pending', 'pending'],
    ['Gagal', '99', 'pending', 'pending'],
    ['Gagal', '02', 'refused for other', 'refused for other'],
    ['Gagal', '54', 'refused for player', 'refused for player'],
    ['Gagal', '68', 'refused for stock', 'refused for stock'],
    ['Gagal', '69', 'refused for price', 'refused for price'],
    ['Gagal', '74', 'refused for other', 'refused for other'],
    ['Gagal', '40', 'refused for other', 'Digiflazz said 40: words'],
    ['Gagal', '41', 'not sent', 'Digiflazz said 41: words'],
    ['Gagal', '45', 'not sent', 'Digiflazz said 45: words'],
    ['Gagal', '85', 'not sent', 'Digiflazz said 85: words'],
    ['Gagal', '42', 'Digiflazz said 42: words', 'Digiflazz said 42: words'],
    ['Gagal', '49', 'Digiflazz said 49: words', 'Digiflazz said 49: words'],
  ]) {
    const says = { data: { status, rc, message: 'words' } }
    const { url } = await openCompany(t, () => ({ status: 400, body: says }))
    const digiflazz = createDigiflazz({ url, ...ME })
    const outcomes = [
      await inShort(digiflazz.deliver(toPack())),
      await inShort(digiflazz.trace!(toPack())),
    ]
    assert.deepEqual(outcomes, [delivers, traces], `${status} ${rc}`)
  }
  const another = { data: { ref_id: 'other', status: 'Sukses', rc: '00' } }
  const { url } = await openCompany(t, () => ({ body: another }))
  assert.match(
    await inShort(createDigiflazz({ url, ...ME }).trace!(toPack())),
    /another order: other/,
  )
})

test('a Digiflazz callback is accepted only with its signature, and never without a secret', async (t) => {
  const { digiflazz } = await open(t)
  const shop = await openCompany(t, () => ({ body: {} }))
  const dispatch = toPack({ playerId: '900000006', callbackUrl: shop.url })
  await digiflazz.deliver(dispatch)
  await until('three webhooks', () => shop.heard.length === 3)
  const read = ({ headers, body }: (typeof shop.heard)[0]) =>
    digiflazz.readCallback!({ headers, body: Buffer.from(body) })
  for (const heard of shop.heard)
    assert.deepEqual(read(heard), { reference: dispatch.reference, providerOrderId: null })
  assert.equal(read({ ...shop.heard[0]!, body: `${shop.heard[0]!.body} ` }), null)

  const { readCallback } = createDigiflazz({ url: 'http://localhost:2', ...ME })
  const signature = 'sha1=a520e3477795509c687ffcfa749f40b22a24ebe0'
  const body = Buffer.from('{"data":{"ref_id":"ORD-1001","status":"Sukses","rc":"00"}}')
  const headers = { 'x-hub-signature': signature }
  assert.deepEqual(readCallback!({ headers, body }), {
    reference: 'ORD-1001',
    providerOrderId: null,
  })
  assert.equal(readCallback!({ headers: {}, body }), null)
  const withoutSecret = createDigiflazz({ url: '', ...ME, webhookSecret: '' })
  assert.equal(withoutSecret.readCallback!({ headers, body }), null)
  const ping = { 'x-hub-signature': 'sha1=5060f3f65e72464129610e5db8f6a9a2e0feffd0' }
  const pinged = Buffer.from('{"sed":"x","hook_id":"1","hook":{}}')
  assert.deepEqual(readCallback!({ headers: ping, body: pinged }), {
    reference: null,
    providerOrderId: null,
  })
})
