import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import {
  getRate,
  listRates,
  setCurrencyRate,
  setRate,
  withdrawCurrency,
} from '#contract/catalogue/rate.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { followNow, quote } from '#tests/support/catalogue/rates.ts'
import { countJobs } from '#tests/support/database/find-text.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { untilWaitedFor } from '#tests/support/shop/race.ts'
import { until } from '#tests/support/shop/wait.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

async function open(t: TestContext, env: NodeJS.ProcessEnv = {}) {
  const shop = await openShop(t, { env })
  return {
    shop,
    rate: async () => (await shop.visitor.call(getRate, {})).data.USD,
    /** Reads the problem with the rate source that administrators see. */
    async problem(): Promise<string | null> {
      const [row] = await shop.sql<{ value: { problem: string; at: string } }[]>`
        select value from setting where name = 'rateProblem'`
      return row?.value.problem ?? null
    },
    countRates: async () => {
      const [row] = await shop.sql<[{ count: number }]>`select count(*) from exchange_rate`
      return row.count
    },
  }
}

test('the rate follows its source every six hours', async (t) => {
  const { shop, rate, problem } = await open(t)
  await quote(shop, { INR: 84.9 })
  shop.wait(6 * HOUR + 1)
  await until('the rate has changed', async () => (await rate()) === 0.01177856)
  await quote(shop, { INR: 84.1 })
  shop.wait(6 * HOUR + 1)
  await until('it has changed again', async () => (await rate()) === 0.01189061)
  assert.equal(await problem(), null)
})

test('a quote too far from the last rate is ignored until it comes back', async (t) => {
  const { shop, rate, problem } = await open(t)
  await quote(shop, { INR: 8.3333 })
  await followNow(shop)
  assert.equal(await rate(), 0.012)
  assert.match((await problem())!, /quotes 8.3333 rupees for a dollar, a change of 900.0 % at once/)
  assert.ok(shop.log.some((line) => line.includes('quote from the rate source not used')))

  await quote(shop, { INR: 84 })
  await followNow(shop)
  assert.deepEqual([await rate(), await problem()], [0.01190476, null])
})

test('operators set how much the rate may change at once', async (t) => {
  const { shop, rate, problem } = await open(t, { RATE_CHANGE_MAX_PERCENT: '1' })
  await quote(shop, { INR: 85 })
  await followNow(shop)
  assert.equal(await rate(), 0.012)
  assert.match((await problem())!, /-2.0 %/)
})

for (const INR of ['n/a', null, 0, -84, '84'])
  test(`a quote of ${JSON.stringify(INR)} is ignored`, async (t) => {
    const { shop, rate, problem } = await open(t)
    await quote(shop, { INR })
    await followNow(shop)
    assert.equal(await rate(), 0.012)
    assert.match((await problem())!, /frankfurter: .*INR.*open-er-api: .*INR/s)
  })

test('a quote that is weeks old is ignored', async (t) => {
  const { shop, rate, problem } = await open(t)
  const date = new Date(Date.now() - 8 * DAY).toISOString().slice(0, 10)
  await quote(shop, { INR: 84, date })
  await followNow(shop)
  assert.equal(await rate(), 0.012)
  assert.match(
    (await problem())!,
    new RegExp(`frankfurter quotes an old rate, of ${date}; open-er-api`),
  )
})

for (const kind of ['error', 'drop-reply'] as const)
  test(`during ${kind} at its sources the last rate stays, and following resumes afterwards`, async (t) => {
    const { shop, rate, problem } = await open(t)
    await quote(shop, { INR: 84 })
    await breakOutside(shop, { target: 'rates', kind })
    await followNow(shop)
    assert.equal(await rate(), 0.012)
    assert.match((await problem())!, /frankfurter: .+; open-er-api: .+/)
    await mendOutside(shop)
    await followNow(shop)
    assert.deepEqual([await rate(), await problem()], [0.01190476, null])
  })

test('the second source is used when the first is broken or stale', async (t) => {
  const { shop, rate, problem } = await open(t)
  await quote(shop, { INR: 84, source: 'open-er-api' })
  await quote(shop, { INR: 'n/a', source: 'frankfurter' })
  await followNow(shop)
  assert.equal(await rate(), 0.01190476)
  await quote(shop, { INR: 85, source: 'open-er-api' })
  await quote(shop, { INR: 84, date: '2020-01-31', source: 'frankfurter' })
  await followNow(shop)
  assert.deepEqual([await rate(), await problem()], [0.01176471, null])
})

test('a rate set by hand stays until an administrator resumes following the source', async (t) => {
  const { shop, rate, problem } = await open(t)
  const admin = await signUpAdmin(shop)
  await quote(shop, { INR: 84 })
  await admin.call(setRate, { USD: 0.0125, follow: false })
  await followNow(shop)
  assert.equal(await rate(), 0.0125)

  await quote(shop, { INR: 96 })
  await admin.call(setRate, { USD: 0.012, follow: true })
  await followNow(shop)
  assert.equal(await rate(), 0.012)
  assert.match((await problem())!, /96 rupees/)
  await admin.call(setRate, { USD: 0.0104, follow: true })
  assert.deepEqual([await rate(), await problem()], [0.0104, null])
  await followNow(shop)
  assert.equal(await rate(), 0.01041667)
})

test('two nodes write a new rate once, and an unchanged rate not at all', async (t) => {
  const { shop, countRates } = await open(t)
  await shop.openNode()
  await quote(shop, { INR: 84 })
  await Promise.all(
    Array.from({ length: 6 }, () => shop.sql.begin((tx) => enqueue(tx, 'follow-rate', {}))),
  )
  await until('all have asked', async () => (await countJobs(shop.sql)) === 0)
  assert.equal(await countRates(), 2)
})

test('a shop without a rate source makes no requests', async (t) => {
  const { shop, rate, problem } = await open(t, { RATE_SOURCE: '' })
  await quote(shop, { INR: 84 })
  await followNow(shop)
  assert.deepEqual([await rate(), await problem()], [0.012, null])
})

test('an unknown rate source is named at the start', async (t) => {
  await assert.rejects(
    openShop(t, { env: { RATE_SOURCE: 'frankfurter, bank' } }),
    /RATE_SOURCE must be/,
  )
})

test('each currency follows its own quote, and one that was withdrawn follows none', async (t) => {
  const { shop, rate, problem } = await open(t)
  const admin = await signUpAdmin(shop)
  const add = (currency: 'EUR' | 'GBP', start: number) =>
    admin.call(setCurrencyRate, { currency, rate: start, follow: true })
  await add('EUR', 0.0105)
  await add('GBP', 0.009)
  await admin.call(withdrawCurrency, { currency: 'GBP' })
  await quote(shop, { base: 'EUR', INR: 96 })
  await quote(shop, { base: 'GBP', INR: 112 })
  await followNow(shop)
  const { data } = await shop.visitor.call(getRate, {})
  assert.deepEqual(data, { USD: await rate(), EUR: 0.01041667 })
  assert.equal(await problem(), null)

  await quote(shop, { base: 'EUR', INR: 9.6 })
  await followNow(shop)
  const { currencies } = (await admin.call(listRates, { page: 1, limit: 1 })).data
  assert.deepEqual(
    currencies.map((one) => [
      one.currency,
      one.rate,
      one.isOffered,
      one.problem?.problem.slice(0, 50),
    ]),
    [
      ['USD', await rate(), true, undefined],
      ['EUR', 0.01041667, true, 'The rate source quotes 9.6 rupees for one EUR, a c'],
      ['GBP', 0.009, false, undefined],
    ],
  )
})

test('a currency that is withdrawn while its source is asked stays withdrawn', async (t) => {
  const { shop } = await open(t)
  const admin = await signUpAdmin(shop)
  await admin.call(setCurrencyRate, { currency: 'EUR', rate: 0.0105, follow: true })
  await quote(shop, { base: 'EUR', INR: 96 })
  await shop.sql.begin(async (tx) => {
    await tx`lock table exchange_rate in share row exclusive mode`
    await shop.sql.begin((other) => enqueue(other, 'follow-rate', {}))
    await untilWaitedFor(tx)
    await tx`
      insert into exchange_rate (currency, per_rupee, origin, is_held, is_offered, created_at)
      values ('EUR', 0.0105, 'administrator', false, false, now())`
  })
  await until('the sources are asked', async () => (await countJobs(shop.sql)) === 0)
  const rates = await shop.sql`select from exchange_rate where currency = 'EUR'`
  assert.equal(rates.length, 2, 'the quote is not used')
  assert.deepEqual(Object.keys((await shop.visitor.call(getRate, {})).data), ['USD'])
})
