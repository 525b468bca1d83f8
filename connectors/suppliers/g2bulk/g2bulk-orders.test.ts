import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { G2BULK } from './twin/credentials.ts'
import { openSandbox } from '#sandbox/testing.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { until } from '#tests/support/shop/wait.ts'
import type { DispatchOutcome, Dispatch } from '#connectors/suppliers/supplier.ts'
import { createG2Bulk } from './g2bulk.ts'
import { deliveredIn, inShort, toDispatch } from '#connectors/suppliers/testing.ts'

const AGO = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const UUID_8 = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const toPack = (change: Partial<Dispatch> = {}) => toDispatch({ serviceId: 'Pack 1001', ...change })
const idOf = ({ providerOrderId }: DispatchOutcome) => providerOrderId

type Said = [status: number, body: unknown]

const listOf = (...orders: object[]): Said => [200, { success: true, orders }]
const orderThat = (status: string, message = '') => ({
  success: true,
  order_id: 7,
  status,
  message,
})

async function open(t: TestContext, apiKey?: string) {
  const sandbox = await openSandbox(t)
  const account = { url: `${sandbox.url}/g2bulk`, ...G2BULK }
  return { ...sandbox, account, g2bulk: createG2Bulk({ ...account, ...(apiKey && { apiKey }) }) }
}

/** A fake G2Bulk with one fixed answer per path. Also records the requests. */
async function openG2Bulk(t: TestContext, says: Record<string, Said>) {
  const { url, heard } = await openCompany(t, ({ path }) => {
    const [status, body] = says[path.split('?')[0]!.split('/').at(-1)!] ?? [500, {}]
    return { status, body }
  })
  return { g2bulk: createG2Bulk({ url, apiKey: 'key' }), heard }
}

test('a G2Bulk order is sent under a UUID derived from its reference, and a second send is the same order', async (t) => {
  const { url, g2bulk } = await open(t)
  const dispatch = toPack()
  const first = await g2bulk.deliver(dispatch)
  assert.deepEqual([first.is, first.words], ['delivered', 'Delivered'])
  assert.deepEqual('cost' in first && first.cost, { amount: '0.6', currency: 'USD' })
  assert.deepEqual(await g2bulk.deliver(dispatch), first)
  assert.deepEqual(await g2bulk.trace!({ ...dispatch, providerOrderId: idOf(first) }), first)
  assert.deepEqual(await deliveredIn(url), [
    {
      provider: 'g2bulk',
      reference: dispatch.reference,
      serviceId: 'Pack 1001',
      playerId: '123456789',
      zoneId: '2001',
    },
  ])
  const { g2bulk: another, heard } = await openG2Bulk(t, { order: [429, {}] })
  assert.equal(await inShort(another.deliver(dispatch)), 'not sent')
  await another.deliver(dispatch)
  await another.deliver(toPack({ zoneId: '' }))
  const keys = heard.map(({ headers }) => headers['x-idempotency-key'] as string)
  assert.match(keys[0]!, UUID_8)
  assert.deepEqual([keys[1] === keys[0], keys[2] === keys[0]], [true, false])
  assert.deepEqual(JSON.parse(heard[0]!.body), {
    catalogue_name: 'Pack 1001',
    player_id: '123456789',
    server_id: '2001',
    remark: dispatch.reference,
    callback_url: dispatch.callbackUrl,
  })
  assert.equal('server_id' in JSON.parse(heard[2]!.body), false)
})

test('G2Bulk decides how an order ends, even if its reply was lost', async (t) => {
  const { url, send, g2bulk } = await open(t)
  const outcomesOf = async (playerId: string) => {
    const dispatch = toPack({ playerId, firstSentAt: new Date() })
    const sent = await g2bulk.deliver(dispatch).catch((error: Error) => error)
    const providerOrderId = sent instanceof Error ? null : sent.providerOrderId
    const said = sent instanceof Error ? sent.message : await inShort(Promise.resolve(sent))
    return [said, await inShort(g2bulk.trace!({ ...dispatch, providerOrderId }))]
  }
  assert.deepEqual(await outcomesOf('900000001'), ['refused for player', 'refused for player'])
  assert.deepEqual(await outcomesOf('900000002'), ['refused for other', 'refused for other'])
  assert.deepEqual(await outcomesOf('900000003'), ['fetch failed', 'delivered'])
  assert.deepEqual(await outcomesOf('900000004'), ['fetch failed', 'refused for other'])
  assert.deepEqual(await outcomesOf('900000005'), ['pending', 'pending'])
  assert.deepEqual(await outcomesOf('900000006'), ['delivered', 'delivered'])
  assert.deepEqual(await outcomesOf('900000008'), ['answered 503', 'unheard'])

  for (const [outcome, means] of [
    ['delivered', 'delivered'],
    ['refused', 'refused for other'],
  ] as const) {
    const dispatch = toPack({ playerId: '900000007' })
    const providerOrderId = idOf(await g2bulk.deliver(dispatch))
    await send('/dispatches/settle', { provider: 'g2bulk', reference: dispatch.reference, outcome })
    assert.equal(await inShort(g2bulk.trace!({ ...dispatch, providerOrderId })), means)
  }
  const players = (await deliveredIn(url)).map(({ playerId }) => playerId)
  assert.deepEqual(players, ['900000003', '900000006', '900000007'])
})

test('after G2Bulk refused a key, nothing more is sent with it', async (t) => {
  const { url, heard } = await openCompany(t, () => ({ status: 401, body: { message: 'No' } }))
  const warned: unknown[] = []
  const g2bulk = createG2Bulk(
    { url, apiKey: 'wrong' },
    { warn: (what: unknown) => void warned.push(what) },
  )
  assert.equal(await inShort(g2bulk.deliver(toPack())), 'not sent')
  assert.equal(await inShort(g2bulk.deliver(toPack())), 'not sent')
  assert.match(await inShort(g2bulk.trace!(toPack({ providerOrderId: '1' }))), /401/)
  assert.match(await inShort(g2bulk.trace!(toPack())), /no longer asks/)
  assert.deepEqual([heard.length, warned], [1, [{ supplier: 'g2bulk' }]])
})

test('G2Bulk refuses orders without balance, and unknown products', async (t) => {
  const { account, send, g2bulk } = await open(t)
  assert.equal(await inShort(g2bulk.deliver(toPack({ serviceId: 'gone' }))), 'refused for product')
  await send('/dispatches/credit', { provider: 'g2bulk', dollars: 1 })
  assert.equal(await inShort(g2bulk.deliver(toPack())), 'delivered')
  assert.equal(await inShort(g2bulk.deliver(toPack())), 'refused for balance')
  assert.deepEqual(await g2bulk.readBalance!(), { amount: '0.4', currency: 'USD' })
  const response = await fetch(`${account.url}/v1/games/legends/order`, {
    method: 'POST',
    headers: { 'x-api-key': account.apiKey, 'x-idempotency-key': 'D123' },
    body: '{}',
  })
  assert.equal(response.status, 400)
})

test('an order without a number is found by its remark, or by its key while G2Bulk keeps it', async (t) => {
  const dispatch = toPack({ firstSentAt: AGO(1) })
  const done = { order_id: 7, status: 'Completed', price: 0.6 }
  const order: Said = [200, { success: true, order: done }]
  const like = { order_id: 8, game_code: 'legends', player_id: '123456789' }
  const now = new Date().toISOString()
  const traceIn = async (list: Said, firstSentAt = dispatch.firstSentAt) => {
    const { g2bulk, heard } = await openG2Bulk(t, { orders: list, order, status: order })
    const said = await inShort(g2bulk.trace!({ ...dispatch, firstSentAt }))
    return [said, ...heard.slice(1).map(({ path }) => path.split('/').at(-1))]
  }
  const ours = { ...like, remark: dispatch.reference }
  assert.deepEqual(await traceIn(listOf(like, ours)), ['delivered', 'status'])
  assert.deepEqual(await traceIn(listOf()), ['unheard'])
  assert.deepEqual(await traceIn(listOf({ ...like, remark: 'DOTHER' })), ['unheard'])
  assert.deepEqual(await traceIn(listOf({ ...like, player_id: '5' })), ['unheard'])
  const old = { ...like, created_at: AGO(3000).toISOString() }
  assert.deepEqual(await traceIn(listOf(old)), ['unheard'])
  assert.deepEqual(await traceIn(listOf({ ...like, created_at: now })), ['delivered', 'order'])
  assert.match((await traceIn(listOf(like), AGO(26)))[0]!, /cannot tell them apart/)
  assert.match((await traceIn([404, {}]))[0]!, /404/)
  const full = Array.from({ length: 100 }, () => ({ ...like, remark: 'DOTHER', created_at: now }))
  const [said, ...asked] = await traceIn(listOf(...full))
  assert.deepEqual([said, asked.length, asked.at(-1)], ['delivered', 10, 'order'])
})

test('a G2Bulk idempotency key is used for 25 minutes', () => {
  const g2bulk = createG2Bulk({ url: 'http://localhost:2', apiKey: 'key' })
  const isRepeatable = (firstSentAt: Date | null) =>
    g2bulk.isRepeatable!(toPack({ firstSentAt }), new Date())
  assert.deepEqual([null, AGO(24), AGO(25)].map(isRepeatable), [true, true, false])
})

test('an error of G2Bulk is a refusal only if its words say so', async (t) => {
  const g2bulk = createG2Bulk({ url: 'http://localhost:2', apiKey: 'key' })
  assert.equal(await inShort(g2bulk.deliver(toPack())), 'not sent')
  for (const [status, body, means] of [
    [200, orderThat('pending'), 'pending'],
    [200, orderThat('PROCESSING'), 'pending'],
    [200, orderThat('Waiting'), 'pending'],
    [200, orderThat('COMPLETED'), 'delivered'],
    [200, orderThat('FAILED', 'Out of stock'), 'refused for stock'],
    [200, orderThat('REFUNDED'), 'refused for other'],
    [200, { ...orderThat('COMPLETED'), is_refunded: true }, 'refused for other'],
    [200, { success: true }, /order_id/],
    [400, { success: false, message: 'Insufficient balance' }, 'refused for balance'],
    [400, { success: false, message: 'Invalid player ID' }, 'refused for player'],
    [400, { success: false, message: 'Idempotency key in use' }, /Idempotency/],
    [400, { success: false, message: 'Timeout, try again' }, /try again/],
    [400, {}, /answered 400/],
    [409, { success: false, message: 'Conflict' }, /409: Conflict/],
    [429, { success: false, message: 'Slow down' }, 'not sent'],
    [502, {}, /502/],
    [200, '<html>', /not in JSON/],
  ] as const) {
    const { g2bulk } = await openG2Bulk(t, { order: [status, body] })
    const said = await inShort(g2bulk.deliver(toPack()))
    assert.match(said, typeof means === 'string' ? new RegExp(`^${means}$`) : means)
  }
})

test('a G2Bulk callback names an order by its number and our reference', async (t) => {
  const { g2bulk } = await open(t)
  const shop = await openCompany(t, () => ({ body: {} }))
  const dispatch = toPack({ playerId: '900000006', callbackUrl: shop.url })
  const { providerOrderId } = await g2bulk.deliver(dispatch)
  await until('three callbacks', () => shop.heard.length === 3)
  const read = (body: string) => g2bulk.readCallback!({ headers: {}, body: Buffer.from(body) })
  for (const { body } of shop.heard)
    assert.deepEqual(read(body), { reference: dispatch.reference, providerOrderId })
  assert.deepEqual(read('{"order_id":7}'), { reference: null, providerOrderId: '7' })
  assert.deepEqual([read('{}'), read('[]'), read('x'), read('null')], [null, null, null, null])
})
