import { requestJson } from '#connectors/request-json.ts'
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { INSTALLED } from '#connectors/connectors.ts'
import { SUPPLIER_TWINS } from '#sandbox/twins.ts'
import { openSandbox } from '#sandbox/testing.ts'
import { loadConfig } from '#server/platform/config/config.ts'
import { toBlockList } from '#server/platform/public-network/addresses.ts'
import { createFetchPublic } from '#server/platform/public-network/fetch-public.ts'
import { holdTimeouts } from '#tests/support/network/timeouts.ts'
import { until } from '#tests/support/shop/wait.ts'
import type { Supplier } from './supplier.ts'

const CONNECTORS = SUPPLIER_TWINS.map(({ name }) => INSTALLED.suppliers.get(name)!)
const SUPPLIERS = CONNECTORS.map(({ name }) => name)

const GAME = { game: 'legends', region: '' }
const PLAYER = { ...GAME, serviceId: '13', playerId: '123456789', zoneId: '2001' }
const THAT_KNOW_PLAYERS = ['smileone', 'moogold', 'unipin', 'g2bulk'] as const

async function open(t: TestContext, env: NodeJS.ProcessEnv = {}) {
  const sandbox = await openSandbox(t)
  const { addresses, credentials } = loadConfig({ SECRET: 'x', ...sandbox.shop, ...env }).suppliers
  const fetchPublic = createFetchPublic({ allowed: toBlockList(['loopback']) })
  const place = { request: requestJson, log: { warn: () => {} }, now: Date.now, fetchPublic }
  const all = CONNECTORS.map(({ name, create }): [string, Supplier] => [
    name,
    create({ ...place, addresses: addresses[name]!, credentials: credentials[name]! }),
  ])
  const suppliers = new Map(all)
  return { ...sandbox, suppliers: (name: string) => suppliers.get(name)! }
}

test('every supplier lists its packs with ID, name and cost', async (t) => {
  const { suppliers } = await open(t)
  for (const name of SUPPLIERS) {
    const products = await suppliers(name).listProducts(GAME)
    assert.equal(products.length, 14, name)
    assert.equal(new Set(products.map(({ id }) => id)).size, 14, name)
    for (const { name, cost, currency, isAvailable } of products) {
      assert.match(name, /1\d{3}$/)
      assert.match(cost, /^\d+(\.\d+)?$/)
      assert.match(currency, /^(SmileCoin|[A-Z]{3})$/)
      assert.equal(isAvailable, true)
    }
  }
})

test('every supplier but UniPin reports its balance', async (t) => {
  const { suppliers } = await open(t)
  const balances = SUPPLIERS.map(async (name) => [name, await suppliers(name).readBalance?.()])
  assert.deepEqual(Object.fromEntries(await Promise.all(balances)), {
    smileone: { amount: '50000000.0', currency: 'SmileCoin' },
    moogold: { amount: '1000000.00', currency: 'USD' },
    unipin: undefined,
    seagm: { amount: '1000000.00', currency: 'USD' },
    lapakgaming: { amount: '16000000000', currency: 'IDR' },
    g2bulk: { amount: '1000000', currency: 'USD' },
    digiflazz: { amount: '16000000000', currency: 'IDR' },
  })
})

test('four suppliers know players, by the same names as the region sources', async (t) => {
  const { suppliers } = await open(t)
  for (const name of SUPPLIERS) {
    const { validatePlayer } = suppliers(name)
    assert.equal(
      Boolean(validatePlayer),
      THAT_KNOW_PLAYERS.some((one) => one === name),
    )
    if (!validatePlayer) continue
    const ask = (playerId: string, zoneId = '2001') =>
      validatePlayer({ ...PLAYER, playerId, zoneId })
    assert.deepEqual(await ask('123456789'), { is: 'known', name: 'Player-6789' }, name)
    assert.deepEqual(await ask('900000002', ''), { is: 'known', name: 'Player-0002' }, name)
    assert.deepEqual(await ask('900000001'), { is: 'unknown' }, name)
    assert.deepEqual(await ask('900000001', ''), { is: 'unknown' }, name)
    assert.deepEqual(await ask('asha'), { is: 'unknown' }, name)
    await assert.rejects(ask('900000008'), /answered 503/, name)
  }
})

test('an error, a lost reply or a timeout at a supplier is no answer', async (t) => {
  const { url, suppliers, breakIt } = await open(t)
  const askAll = (means: RegExp) =>
    Promise.all(
      THAT_KNOW_PLAYERS.map((name) =>
        assert.rejects(suppliers(name).validatePlayer!(PLAYER), means, name),
      ),
    )
  const breakAll = (fault: Omit<Parameters<typeof breakIt>[0], 'target'>) =>
    Promise.all(SUPPLIERS.map((target) => breakIt({ target, ...fault })))

  await breakAll({ kind: 'error' })
  await askAll(/answered 503/)
  await fetch(`${url}/faults`, { method: 'DELETE' })
  await breakAll({ kind: 'drop-reply' })
  await askAll(/fetch failed/)
  await fetch(`${url}/faults`, { method: 'DELETE' })
  await breakAll({ kind: 'latency', ms: 600_000 })
  const timeouts = holdTimeouts(t)
  const asking = askAll(/aborted due to timeout/)
  await until('all are asked', () => timeouts.limits().length === THAT_KNOW_PLAYERS.length)
  timeouts.expire()
  await asking
  assert.deepEqual(new Set(timeouts.limits()), new Set([4_000])) // the browser gives up after ten seconds
})

test('wrong credentials fail every call, and mark no player as unknown', async (t) => {
  const { suppliers } = await open(t, {
    SMILEONE_KEY: 'wrong',
    MOOGOLD_SECRET_KEY: 'wrong',
    UNIPIN_SECRET_KEY: 'wrong',
    SEAGM_SECRET_KEY: 'wrong',
    LAPAKGAMING_API_KEY: 'wrong',
    G2BULK_API_KEY: 'wrong',
    DIGIFLAZZ_API_KEY: 'wrong',
  })
  for (const name of SUPPLIERS) {
    await assert.rejects(suppliers(name).listProducts(GAME), Error, name)
    if (name !== 'unipin') await assert.rejects(suppliers(name).readBalance!(), Error, name)
  }
  for (const name of ['smileone', 'moogold', 'unipin'] as const)
    await assert.rejects(suppliers(name).validatePlayer!(PLAYER), /refused/, name)
})
