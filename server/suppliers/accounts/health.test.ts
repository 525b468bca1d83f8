import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { INSTALLED } from '#connectors/connectors.ts'
import type { SupplierName } from '#contract/catalogue/sources.ts'
import { openLedger } from '#tests/support/money/ledger.ts'
import { listHealth, mayAsk, noteAnswered, noteFailed } from './health.ts'

async function open(t: TestContext) {
  const { sql } = await openLedger(t)
  let seconds = 0
  const now = () => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000)
  const clock = { now, connectors: INSTALLED }
  return {
    sql,
    at: (second: number) => void (seconds = second),
    fail: (source: SupplierName = 'unipin') => sql.begin((tx) => noteFailed(clock, tx, source)),
    answer: (source: SupplierName = 'unipin') => sql.begin((tx) => noteAnswered(clock, tx, source)),
    mayAsk: (source: SupplierName = 'unipin') => sql.begin((tx) => mayAsk(clock, tx, source)),
    /** `until` in seconds since the start. */
    async listDown() {
      const down = await listHealth(sql)
      return down.map(({ source, until }) => [
        source,
        (until.getTime() - Date.UTC(2026, 0, 1)) / 1_000,
      ])
    },
    listAlerts: async () =>
      (await sql<{ key: string }[]>`select key from alert where ended_at is null`).map(
        ({ key }) => key,
      ),
  }
}

test('five failures in a row pause a supplier, and fewer do not', async (t) => {
  const { fail, answer, mayAsk, listDown, listAlerts } = await open(t)
  for (let turn = 0; turn < 2; turn += 1) {
    for (let failed = 0; failed < 4; failed += 1) await fail()
    assert.equal(await mayAsk(), true)
    await answer()
  }
  for (let failed = 0; failed < 4; failed += 1) await fail()
  await fail('moogold')
  assert.deepEqual(await listDown(), [])
  await fail()
  assert.deepEqual([await mayAsk(), await mayAsk('moogold')], [false, true])
  assert.deepEqual(await listDown(), [['unipin', 30]])
  assert.deepEqual(await listAlerts(), ['down unipin'])
})

test('a single request probes a paused supplier, and its success lets all others through', async (t) => {
  const { fail, answer, mayAsk, at, listDown, listAlerts } = await open(t)
  await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => fail()))
  at(29)
  assert.equal(await mayAsk(), false)
  at(30)
  const asked = await Promise.all(Array.from({ length: 8 }, () => mayAsk()))
  assert.equal(asked.filter(Boolean).length, 1)
  await answer()
  assert.equal(await mayAsk(), true)
  assert.deepEqual([await listDown(), await listAlerts()], [[], []])
  for (let failed = 0; failed < 5; failed += 1) await fail()
  assert.deepEqual(await listDown(), [['unipin', 60]])
})

test('a supplier that keeps failing is paused for longer each time, up to five minutes', async (t) => {
  const { fail, mayAsk, at, listDown } = await open(t)
  for (let failed = 0; failed < 5; failed += 1) await fail()
  for (const [index, [from, until]] of [
    [30, 90],
    [90, 210],
    [210, 450],
    [450, 750],
    [750, 1_050],
  ].entries()) {
    at(from!)
    assert.equal(await mayAsk(), true)
    if (index % 2 === 0) await fail()
    assert.deepEqual([await listDown(), await mayAsk()], [[['unipin', until]], false])
  }
})

test('a request sent before its supplier was paused no longer counts when it fails', async (t) => {
  const { fail, listDown, sql } = await open(t)
  await Promise.all(Array.from({ length: 20 }, () => fail()))
  assert.deepEqual(await listDown(), [['unipin', 30]])
  const [row] = await sql<[{ failures: number }]>`select failures from supplier_health`
  assert.equal(row.failures, 5)
})
