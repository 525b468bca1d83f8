import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openSandbox } from './testing.ts'

const FRANKFURTER = '/v1/latest?base=USD&symbols=INR'
const OPEN_ER_API = '/v6/latest/USD'

async function open(t: TestContext) {
  const sandbox = await openSandbox(t)
  const ask = async (path: string) => (await fetch(`${sandbox.url}${path}`)).json()
  return { ...sandbox, ask }
}

test('both rate sources quote rupees for a dollar, each in its own format', async (t) => {
  const { ask, send } = await open(t)
  const date = '2026-01-02'
  const midnight = Date.parse(date) / 1000
  await send('/rates', { INR: 83.3333, date })
  assert.deepEqual(await ask(FRANKFURTER), {
    amount: 1,
    base: 'USD',
    date,
    rates: { INR: 83.3333 },
  })
  assert.deepEqual(await ask(OPEN_ER_API), {
    result: 'success',
    provider: 'https://www.exchangerate-api.com',
    time_last_update_unix: midnight,
    time_next_update_unix: midnight + 86_400,
    time_eol_unix: 0,
    base_code: 'USD',
    rates: { USD: 1, INR: 83.3333 },
  })
})

test('another base or currency is 404, as at Frankfurter', async (t) => {
  const { url } = await open(t)
  for (const query of ['', '?base=INR&symbols=USD', '?base=USD', '?base=USD&symbols=XXX'])
    assert.equal((await fetch(`${url}/v1/latest${query}`)).status, 404)
})

test('the rates can be changed for both sources or one, also to nonsense', async (t) => {
  const { ask, send } = await open(t)
  await send('/rates', { INR: 85.5, date: '2026-01-05' })
  assert.deepEqual(await ask(FRANKFURTER), {
    amount: 1,
    base: 'USD',
    date: '2026-01-05',
    rates: { INR: 85.5 },
  })
  await send('/rates', { INR: 'n/a', source: 'open-er-api' })
  const rates = async (path: string) => ((await ask(path)) as { rates: unknown }).rates
  assert.deepEqual(await rates(FRANKFURTER), { INR: 85.5 })
  assert.deepEqual(await rates(OPEN_ER_API), { USD: 1, INR: 'n/a' })
})

test('an invalid quote is refused with a clear message', async (t) => {
  const { send } = await open(t)
  for (const [quote, words] of [
    [{}, /INR must be/],
    [{ INR: 84, date: 'yesterday' }, /date must be/],
    [{ INR: 84, source: 'bank' }, /source must be one of: frankfurter, open-er-api/],
    ['84', /JSON object/],
  ] as const) {
    const response = await send('/rates', quote)
    assert.equal(response.status, 400)
    assert.match(((await response.json()) as { message: string }).message, words)
  }
})

test('faults of rates apply to both sources', async (t) => {
  const { url, breakIt } = await open(t)
  await breakIt({ target: 'rates', kind: 'error' })
  for (const path of [FRANKFURTER, OPEN_ER_API])
    assert.equal((await fetch(`${url}${path}`)).status, 500)
  await fetch(`${url}/faults`, { method: 'DELETE' })
  await breakIt({ target: 'rates', kind: 'drop-reply' })
  await assert.rejects(fetch(`${url}${FRANKFURTER}`), TypeError)
})
