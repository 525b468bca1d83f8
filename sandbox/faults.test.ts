import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSandbox } from './testing.ts'

const slow = { target: 'sms', kind: 'latency', rate: 0.5, ms: 40 }

test('a fault lasts until it is lifted', async (t) => {
  const { url, send } = await openSandbox(t)
  const list = async () => (await fetch(`${url}/faults`)).json()
  const lost = { target: 'all', kind: 'drop-reply', rate: 1 }

  assert.deepEqual(await (await send('/faults', slow)).json(), [slow])
  await send('/faults', lost)
  await send('/faults', { ...slow, rate: 0.1 })
  assert.deepEqual(await list(), [lost, { ...slow, rate: 0.1 }])
  await send('/faults', { ...slow, rate: 0 })
  assert.deepEqual(await list(), [lost])
  const cleared = await fetch(`${url}/faults`, { method: 'DELETE' })
  assert.deepEqual(await cleared.json(), [])
  assert.deepEqual(await list(), [])
})

test('an invalid fault is refused with a clear message', async (t) => {
  const { url, send } = await openSandbox(t)
  const refusals = [
    [{ ...slow, target: 'nobody' }, /target must be one of: mail, sms, identity, .*all$/],
    [{ ...slow, target: undefined }, /target must be one of/],
    [{ ...slow, kind: 'fire' }, /kind must be one of: latency, drop-reply, error, duplicate/],
    [{ ...slow, kind: ['latency'] }, /kind must be one of/],
    [{ ...slow, rate: 1.1 }, /rate must be a number from 0 to 1/],
    [{ ...slow, rate: -0.1 }, /rate must/],
    [{ ...slow, rate: undefined }, /rate must/],
    [{ ...slow, rate: null }, /rate must/],
    [{ ...slow, rate: 'often' }, /rate must/],
    [{ ...slow, ms: -1 }, /ms must/],
    [{ ...slow, kind: 'error' }, /ms is only for latency and late-webhook/],
    [
      { target: 'mail', kind: 'bad-signature', rate: 1 },
      /mail doesn't have the fault bad-signature/,
    ],
    [[slow], /JSON object/],
    ['fault', /JSON object/],
  ] as const
  for (const [fault, words] of refusals) {
    const response = await send('/faults', fault)
    assert.equal(response.status, 400)
    assert.match(((await response.json()) as { message: string }).message, words)
  }
  assert.deepEqual(await (await fetch(`${url}/faults`)).json(), [])
})

test('an unknown kind of fault can be set for all targets', async (t) => {
  const { send, inbox, shop } = await openSandbox(t)
  for (const kind of ['duplicate-webhook', 'late-webhook', 'out-of-order', 'bad-signature'])
    assert.equal((await send('/faults', { target: 'all', kind, rate: 1 })).status, 200)
  const sms = { template_id: shop.MSG91_TEMPLATE_ID, mobile: '919000000001', otp: '1234' }
  const authkey = shop.MSG91_AUTH_KEY
  await send(`/api/v5/otp?${new URLSearchParams(sms)}`, {}, { authkey })
  assert.equal((await inbox()).length, 1)
})
