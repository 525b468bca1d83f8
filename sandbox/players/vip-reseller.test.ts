import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openSandbox } from '#sandbox/testing.ts'

type Reply = { result: boolean; data: unknown; message: string }

/** Taken from the supplier's documentation, not computed by this code. */
const SIGN = 'a5168b12d355ab094eb1789753d3e3ea'

const QUESTION = {
  key: 'APIKEY1',
  sign: SIGN,
  type: 'get-nickname',
  code: 'mobile-legends-region',
  target: '123456789',
  additional_target: '2001',
}

async function open(t: TestContext) {
  const sandbox = await openSandbox(t)
  const ask = (change: Partial<typeof QUESTION> = {}) =>
    fetch(`${sandbox.url}/api/game-feature`, {
      method: 'POST',
      body: new URLSearchParams({ ...QUESTION, ...change }),
    })
  const read = async (change: Partial<typeof QUESTION> = {}) => {
    const response = await ask(change)
    assert.equal(response.status, 200)
    return (await response.json()) as Reply
  }
  return { ...sandbox, ask, read }
}

test('any player has a name, and a country by their zone', async (t) => {
  const { read } = await open(t)
  const { result, data } = await read()
  assert.deepEqual([result, data], [true, { username: 'Player-6789', region: 'India' }])
  assert.deepEqual((await read({ target: '900000002', additional_target: '2012' })).data, {
    username: 'Player-0002',
    region: 'Indonesia',
  })
})

test('without a known country the answer is the bare name', async (t) => {
  const { read } = await open(t)
  assert.equal((await read({ additional_target: '2010' })).data, 'Player-6789')
})

test('900000001 is an unknown player, and for 900000008 the service is down', async (t) => {
  const { read, ask } = await open(t)
  assert.deepEqual(await read({ target: '900000001' }), {
    result: false,
    data: null,
    message: 'Nickname tidak ditemukan',
  })
  assert.equal((await ask({ target: '900000008' })).status, 503)
})

test('requests that VIP Reseller refuses get status 200 and a reason', async (t) => {
  const { url, read } = await open(t)
  for (const [change, words] of [
    [{ key: 'APIID1' }, /API Key/],
    [{ sign: SIGN.toUpperCase() }, /Sign/],
    [{ sign: '' }, /Sign/],
    [{ type: 'profile' }, /Type/],
    [{ code: 'chess' }, /Kode game tidak ditemukan/],
    [{ target: 'asha' }, /Target/],
    [{ additional_target: '' }, /Additional target/],
  ] as const) {
    const { result, data, message } = await read(change)
    assert.deepEqual([result, data], [false, null])
    assert.match(message, words)
  }
  const asJson = await fetch(`${url}/api/game-feature`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(QUESTION),
  })
  assert.equal(((await asJson.json()) as Reply).result, false)
})

test('faults of vip-reseller apply to it', async (t) => {
  const { ask, breakIt, url } = await open(t)
  await breakIt({ target: 'vip-reseller', kind: 'error' })
  assert.equal((await ask()).status, 503)
  await fetch(`${url}/faults`, { method: 'DELETE' })
  await breakIt({ target: 'vip-reseller', kind: 'drop-reply' })
  await assert.rejects(ask(), TypeError)
})
