import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { UNIPIN } from './twin/credentials.ts'
import { openSandbox } from '#sandbox/testing.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { createUniPin } from './unipin.ts'
import { deliveredIn, inShort, provePlayers, toDispatch } from '#connectors/suppliers/testing.ts'

const fields = { status: 1, denominations: [], fields: [{ name: 'userid' }, { name: 'zoneid' }] }
const validated = { status: 1, username: 'Asha', validation_token: 'token' }

async function open(t: TestContext) {
  const sandbox = await openSandbox(t)
  const account = { url: `${sandbox.url}/unipin`, ...UNIPIN }
  return { ...sandbox, account, unipin: createUniPin(account) }
}

/** A fake UniPin with one fixed answer per method. Also records the requests. */
async function openUniPin(t: TestContext, says: Record<string, unknown>) {
  const { url, heard } = await openCompany(t, ({ path }) => {
    const method = path.split('/').at(-1)!
    return { body: says[method] ?? { detail: fields, validate: validated }[method] }
  })
  const asked = () => heard.map(({ path }) => path.split('/').at(-1))
  return { unipin: createUniPin({ url, partnerId: 'me', secretKey: 'key' }), heard, asked }
}

test('UniPin delivers a reference once, within the request, and reports it again', async (t) => {
  const { url, unipin } = await open(t)
  const dispatch = toDispatch()
  const delivered = await unipin.deliver(dispatch)
  assert.deepEqual(
    { ...delivered, providerOrderId: '' },
    {
      is: 'delivered',
      providerOrderId: '',
      words: 'Successful',
      cost: { amount: '50.40', currency: 'INR' },
    },
  )
  assert.deepEqual(await unipin.trace!(dispatch), delivered)
  assert.deepEqual(await unipin.deliver(dispatch), delivered)
  assert.equal(unipin.isRepeatable!(dispatch, new Date()), true)
  assert.deepEqual(await deliveredIn(url), [
    {
      provider: 'unipin',
      reference: dispatch.reference,
      serviceId: '1001',
      playerId: '123456789',
      zoneId: '2001',
    },
  ])
  assert.equal((await unipin.trace!(toDispatch())).is, 'unheard')
})

test('UniPin decides how an order ends, even if its reply was lost', async (t) => {
  const { unipin, ...sandbox } = await open(t)
  await provePlayers(
    { name: 'unipin', supplier: unipin, sandbox },
    {
      '900000001': ['refused for player', 'unheard'],
      '900000002': ['refused for other', 'refused for other'],
      '900000003': ['fetch failed', 'delivered'],
      '900000004': ['fetch failed', 'refused for other'],
      '900000005': ['pending', 'pending'],
      '900000006': ['delivered', 'delivered'],
      '900000008': ['not sent', 'unheard'],
    },
  )
})

test('UniPin refuses orders without balance, and unknown products', async (t) => {
  const { send, unipin } = await open(t)
  assert.equal(
    await inShort(unipin.deliver(toDispatch({ serviceId: 'gone' }))),
    'refused for product',
  )
  await send('/dispatches/credit', { provider: 'unipin', dollars: 1 })
  assert.equal(await inShort(unipin.deliver(toDispatch())), 'delivered')
  assert.equal(await inShort(unipin.deliver(toDispatch())), 'refused for balance')
})

test('an order that cannot have reached UniPin counts as not sent', async (t) => {
  const { account, breakIt, unipin } = await open(t)
  const credentials = { ...account, secretKey: 'wrong' }
  assert.equal((await createUniPin(credentials).deliver(toDispatch())).is, 'not sent')
  const closed = createUniPin({ ...credentials, url: 'http://localhost:1' })
  assert.equal((await closed.deliver(toDispatch())).is, 'not sent')
  await breakIt({ target: 'unipin', kind: 'drop-reply' })
  assert.equal((await unipin.deliver(toDispatch())).is, 'not sent')

  const stale = await openUniPin(t, { create: { status: 0, reason: 'Validation token expired' } })
  assert.equal((await stale.unipin.deliver(toDispatch())).is, 'not sent')
})

test('an error of UniPin is a refusal only if its words say so', async (t) => {
  for (const [words, means] of [
    ['Insufficient partner balance', 'refused for balance'],
    ['Denomination is out of stock', 'refused for stock'],
    ['Invalid user id', 'refused for player'],
    ['Invalid auth signature', 'not sent'],
    ['Order failed', 'refused for other'],
    ['Transaction has been cancelled', 'refused for other'],
    ['Order is being processed', 'pending'],
    ['Order has failed to respond in time', /failed to respond/],
    ['Something went wrong', /Something went wrong/],
    ['System busy, please try again', /busy/],
    ['Invalid response from the game server', /game server/],
    ['', /said about an order/],
  ] as const) {
    const { unipin } = await openUniPin(t, { create: { status: 0, error: { message: words } } })
    const said = await inShort(unipin.deliver(toDispatch()))
    assert.match(said, typeof means === 'string' ? new RegExp(`^${means}$`) : means, words)
  }
  for (const [words, means] of [
    ['Order not found', 'unheard'],
    ['reference_no does not exist', 'unheard'],
    ['Transaction failed: insufficient balance', 'refused for balance'],
    ['Order is in progress', 'pending'],
    ['Insufficient balance', /said about an order/],
    ['Partner user not found', /said about an order/],
    ['Invalid auth signature', /said about an order/],
  ] as const) {
    const { unipin } = await openUniPin(t, { inquiry: { status: 0, reason: words } })
    const said = await inShort(unipin.trace!(toDispatch()))
    assert.match(said, typeof means === 'string' ? new RegExp(`^${means}$`) : means, words)
  }
})

test('an order that UniPin already has is looked up, not refused', async (t) => {
  const dispatch = toDispatch()
  const create = { status: 0, reason: 'reference_no already exists' }
  const inquiry = { status: 1, reason: 'ok', reference_no: dispatch.reference }
  const { unipin, asked, heard } = await openUniPin(t, { create, inquiry })
  assert.equal(await inShort(unipin.deliver(dispatch)), 'delivered')
  assert.deepEqual(asked(), ['detail', 'validate', 'create', 'inquiry'])
  assert.deepEqual(JSON.parse(heard[2]!.body), {
    game_code: 'legends',
    validation_token: 'token',
    reference_no: dispatch.reference,
    denomination_id: '1001',
  })

  const contrary = await openUniPin(t, {
    create,
    inquiry: { status: 0, reason: 'Order not found' },
  })
  await assert.rejects(contrary.unipin.deliver(dispatch), /exists, and that it doesn/)
  const another = await openUniPin(t, { inquiry: { ...inquiry, reference_no: 'other' } })
  await assert.rejects(another.unipin.trace!(dispatch), /another order: other/)
})
