import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { SMILEONE } from './twin/credentials.ts'
import { openSandbox } from '#sandbox/testing.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { until } from '#tests/support/shop/wait.ts'
import { createSmileOne } from './smileone.ts'
import { deliveredIn, inShort, toDispatch } from '#connectors/suppliers/testing.ts'

const REGIONAL = { game: 'mobilelegends', region: 'PH', zoneId: '2003' }

async function open(t: TestContext, change: { url?: string; key?: string } = {}) {
  const sandbox = await openSandbox(t)
  const credentials = { url: `${sandbox.url}/smileone`, ...SMILEONE, ...change }
  const smileone = createSmileOne(credentials)
  const deliver = (playerId: string) =>
    inShort(smileone.deliver(toDispatch({ playerId, ...REGIONAL })))
  return { ...sandbox, smileone, deliver }
}

test('Smile.One delivers within the request, and its orders cannot be looked up later', async (t) => {
  const { url, smileone } = await open(t)
  const dispatch = toDispatch(REGIONAL)
  const { providerOrderId, ...outcome } = await smileone.deliver(dispatch)
  assert.match(providerOrderId!, /^\d+$/)
  assert.deepEqual(outcome, { is: 'delivered', words: '200: success', cost: null })
  const { serviceId, playerId, zoneId } = dispatch
  const books = [{ provider: 'smileone', reference: '', serviceId, playerId, zoneId }]
  assert.deepEqual(await deliveredIn(url), books)
  assert.deepEqual(
    [smileone.trace, smileone.isRepeatable, smileone.readCallback],
    [undefined, undefined, undefined],
  )
})

test('each Smile.One test player has its documented outcome, and a lost reply decides nothing', async (t) => {
  const { url, deliver } = await open(t)
  assert.equal(await deliver('900000001'), 'refused for player')
  assert.equal(await deliver('900000002'), 'refused for other')
  assert.equal(await deliver('900000003'), 'fetch failed')
  assert.equal(await deliver('900000004'), 'fetch failed')
  assert.equal(await deliver('900000006'), 'delivered')
  assert.equal(await deliver('900000008'), 'not sent')
  const players = (await deliveredIn(url)).map(({ playerId }) => playerId)
  assert.deepEqual(players, ['900000003', '900000006'])
})

test('the shop waits for Smile.One’s reply until the order has ended', async (t) => {
  const { url, send, deliver } = await open(t)
  for (const [outcome, means] of [
    ['delivered', 'delivered'],
    ['refused', 'refused for other'],
  ]) {
    const delivered = deliver('900000007')
    let id: string | undefined
    await until('the order waits to be settled', async () => {
      id = /name="id" value="(\d+)"/.exec(await readPage(url))?.[1]
      return id !== undefined
    })
    await send('/dispatches/settle', { provider: 'smileone', id, outcome })
    assert.equal(await delivered, means)
  }
})

test('Smile.One refuses orders without balance, and unknown products', async (t) => {
  const { send, smileone, deliver } = await open(t)
  assert.equal(
    await inShort(smileone.deliver(toDispatch({ serviceId: 'gone' }))),
    'refused for other',
  )
  await send('/dispatches/credit', { provider: 'smileone', dollars: 1 })
  assert.equal((await smileone.readBalance!()).amount, '50.0')
  assert.equal(await deliver('123456789'), 'delivered')
  assert.equal((await smileone.readBalance!()).amount, '20.0')
  assert.equal(await deliver('123456789'), 'refused for balance')
})

test('an order that cannot have reached Smile.One counts as not sent', async (t) => {
  const { breakIt, deliver } = await open(t)
  await breakIt({ target: 'smileone', kind: 'drop-reply' })
  assert.equal(await deliver('123456789'), 'not sent')
  assert.equal(await (await open(t, { key: 'wrong' })).deliver('123456789'), 'not sent')
  const closed = await open(t, { url: 'http://localhost:1' })
  assert.equal(await closed.deliver('123456789'), 'not sent')
})

test('only a clear answer of Smile.One’s decides an order', async (t) => {
  for (const [says, means] of [
    [{ status: 200, order_id: 7 }, 'delivered'],
    [{ status: '200', data: { order_id: '7' } }, 'delivered'],
    [{ status: 201, message: 'Insufficient balance' }, 'refused for balance'],
    [{ status: 201, message: 'Out of stock' }, 'refused for stock'],
    [{ status: 201, message: 'order failed' }, 'refused for other'],
    [{ status: 202, message: 'role missing' }, 'refused for player'],
    [{ status: 203, message: 'subscribed already' }, 'refused for other'],
    [{ status: 205, message: 'sign error' }, 'not sent'],
    [{ status: 20003 }, 'refused for player'],
    [{ status: 204, message: 'delivered already' }, /^Smile.One answered an order with 204/],
    [{ status: 206, message: 'init error' }, /with 206/],
    [{ status: 500 }, /with 500/],
    ['<html></html>', /not in JSON/],
  ] as const) {
    const { url, heard } = await openCompany(t, ({ path }) => ({
      body: path.endsWith('getrole') ? { status: 200, data: { username: 'Asha' } } : says,
    }))
    const smileone = createSmileOne({ url, uid: '1', email: 'me@example.com', key: 'key' })
    const said = smileone.deliver(toDispatch(REGIONAL))
    assert.match(
      await inShort(said),
      typeof means === 'string' ? new RegExp(`^${means}$`) : means,
      JSON.stringify(says),
    )
    if (means === 'delivered') assert.equal((await said).providerOrderId, '7')
    assert.deepEqual(
      heard.map(({ path }) => path),
      ['/ph/smilecoin/api/getrole', '/ph/smilecoin/api/createorder'],
    )
  }
})

test('an order for a country that Smile.One’s wallet does not serve is not placed there', async (t) => {
  const { url, heard } = await openCompany(t, () => ({ body: { status: 201, message: 'country' } }))
  const smileone = createSmileOne({ url, uid: '1', email: 'me@example.com', key: 'key' })
  assert.equal(await inShort(smileone.deliver(toDispatch())), 'refused for player')
  assert.equal(heard.length, 1)
})

const readPage = async (url: string) => (await fetch(url)).text()
