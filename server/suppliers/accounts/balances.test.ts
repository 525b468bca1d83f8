import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INSTALLED } from '#connectors/connectors.ts'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import { editSupplier, listSuppliers } from '#contract/catalogue/suppliers/suppliers.ts'
import type { SupplierName } from '#contract/catalogue/sources.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { breakOutside } from '#tests/support/shop/outside.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { keepBalance, noteShort } from './balances.ts'
import { selectBalances } from './balance-sql.ts'

const PATH = '/admin/sources'

async function open(t: Parameters<typeof openShop>[0]) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const readSource = async (name: SupplierName) =>
    (await admin.call(listSuppliers, {})).data.providers.find((one) => one.name === name)!
  const listWords = async () =>
    (await admin.call(listAlerts, {})).data.map(({ words, path }) => `${path}: ${words}`)
  return { shop, admin, readSource, listWords }
}

/** Runs the balance job and waits until it is done. */
async function read(shop: TestShop, source?: SupplierName): Promise<void> {
  await addJob(shop, 'read-balances', source ? { source } : {})
  await until('the balances are read', async () => {
    const [row] = await shop.sql<[{ count: number }]>`
      select count(*) from job where name = 'read-balances' and run_at <= now()`
    return row.count === 0
  })
}

const at = (shop: TestShop, moment: number) => ({
  sql: shop.sql,
  connectors: INSTALLED,
  now: () => new Date(moment),
})

test('balances are read from each supplier, and one that is down keeps its last and delays no other', async (t) => {
  const { shop, admin } = await open(t)
  await read(shop)
  await breakOutside(shop, { target: 'moogold', kind: 'error' })
  await shop.sql`update supplier_balance set amount = 7 where amount is not null`
  await read(shop)
  const { data } = await admin.call(listSuppliers, {})
  const balances = data.providers.map(({ name, balance }) => [
    name,
    balance && `${balance.amount} ${balance.currency}`,
  ])
  assert.deepEqual(Object.fromEntries(balances), {
    smileone: '50000000 SmileCoin',
    moogold: '7 USD',
    unipin: null,
    seagm: '1000000 USD',
    lapakgaming: '16000000000 IDR',
    g2bulk: '1000000 USD',
    gemstall: null,
    digiflazz: '16000000000 IDR',
    manual: null,
  })
  assert.ok(shop.log.some((line) => line.includes('balance at a supplier cannot be read')))
})

test('a low balance raises one alert at once, which ends when the balance is good again', async (t) => {
  const { shop, admin, listWords } = await open(t)
  await read(shop)
  await admin.call(editSupplier, { name: 'moogold', lowBelow: 1_000_000 })
  assert.deepEqual(await listWords(), []) // a balance equal to the threshold is not low
  await admin.call(editSupplier, { name: 'moogold', lowBelow: 1_000_000.5 })
  const expected = [`${PATH}: The balance at MooGold is low: 10,00,000.00 USD left`]
  assert.deepEqual(await listWords(), expected)
  await until('it is mailed', async () =>
    (await shop.inbox.read(admin.email)).some(
      ({ text }) =>
        text.includes(`The balance at MooGold is low: 10,00,000.00 USD left.`) &&
        text.includes(PATH),
    ),
  )
  await read(shop, 'moogold')
  assert.deepEqual(await listWords(), expected)
  const [row] = await shop.sql<[{ count: number }]>`select count(*) from alert`
  assert.equal(row.count, 1)
  await admin.call(editSupplier, { name: 'moogold', lowBelow: null })
  assert.deepEqual(await listWords(), [])
})

test('an order refused for low balance raises an alert at once, until a later reading is good', async (t) => {
  const { shop, readSource, listWords } = await open(t)
  const now = Date.now() + 60_000
  const short = () => shop.sql.begin((tx) => noteShort(at(shop, now), tx, 'g2bulk'))
  const keep = (amount: string, moment: number) => {
    const reading = { amount, currency: 'USD', readAt: new Date(moment) }
    return keepBalance(at(shop, moment), 'g2bulk', reading)
  }
  await keep('2.50', now - 2)
  await short()
  await short()
  const words = 'G2Bulk refused an order because the balance is too low: 2.50 USD left'
  assert.deepEqual(await listWords(), [`${PATH}: ${words}`])
  assert.equal((await readSource('g2bulk')).isShort, true)

  await keep('2.50', now - 1) // this reading was taken before the order was refused
  await keep('0.00', now + 1)
  assert.equal((await readSource('g2bulk')).isShort, true)
  await keep('100.00', now + 2)
  await keep('0.00', now + 1) // a late answer to an older request
  const { isShort, balance } = await readSource('g2bulk')
  assert.deepEqual([isShort, balance!.amount], [false, 100])
  assert.deepEqual(await listWords(), [])
})

test('a shortage at a supplier without a balance call is assumed for half an hour', async (t) => {
  const { shop } = await open(t)
  const isShort = async () =>
    (await selectBalances(shop.sql)).some((row) => row.supplier === 'unipin' && row.shortSince)
  const since = Date.now()
  await shop.sql.begin((tx) => noteShort(at(shop, since), tx, 'unipin'))
  await read(shop, 'unipin')
  assert.equal(await isShort(), true)
  shop.wait(31 * 60_000)
  await addJob(shop, 'read-balances', { source: 'unipin' })
  await until('it is tried again', async () => !(await isShort()))
  const alerts = await shop.sql`select key from alert where ended_at is null`
  assert.equal(alerts.length, 0)
})

test('new credentials are a new account: its old balance is discarded, and read again', async (t) => {
  const { shop, admin, readSource, listWords } = await open(t)
  await read(shop)
  await admin.call(editSupplier, { name: 'seagm', lowBelow: 2_000_000 })
  assert.equal((await listWords()).length, 1)
  await admin.call(editSupplier, { name: 'seagm', credentials: { secretKey: 'wrong' } })
  assert.deepEqual([await listWords(), (await readSource('seagm')).balance], [[], null])
  await admin.call(editSupplier, { name: 'seagm', credentials: { uid: '', secretKey: '' } })
  await until('it is read', async () => (await readSource('seagm')).balance?.amount === 1_000_000)
  assert.equal((await listWords()).length, 1)
})

test('the newest of many simultaneous balance readings is kept', async (t) => {
  const { shop } = await open(t)
  const now = Date.now() + 60_000
  const readings = Array.from({ length: 12 }, (_, index) => ({
    amount: String(index),
    currency: 'IDR',
    readAt: new Date(now + index),
  }))
  const mixed = [...readings.slice(6).toReversed(), ...readings.slice(0, 6)]
  await Promise.all(mixed.map((one) => keepBalance(at(shop, now), 'digiflazz', one)))
  const row = (await selectBalances(shop.sql)).find(({ supplier }) => supplier === 'digiflazz')
  assert.equal(Number(row!.amount), 11)
})
