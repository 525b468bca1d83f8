import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRates, setRate } from '#contract/catalogue/rate.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { followNow, quote } from '#tests/support/catalogue/rates.ts'
import { openShop } from '#tests/support/shop/shop.ts'

test('all rates are listed newest first, with their author and which one applies', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const list = async (page = 1) => (await admin.call(listRates, { page, limit: 2 })).data
  const first = { currency: 'USD', rate: 0.012, origin: 'start', fullName: null }
  const known = async (page?: number) => {
    const { rates, currencies, total, hasSource } = await list(page)
    const { isHeld, problem } = currencies[0]!
    return {
      total,
      hasSource,
      isHeld,
      problem,
      rates: rates.map(({ currency, rate, origin, fullName }) => ({
        currency,
        rate,
        origin,
        fullName,
      })),
    }
  }
  const free = { total: 1, isHeld: false, hasSource: true, problem: null }
  assert.deepEqual(await known(), { rates: [first], ...free })

  await admin.call(setRate, { USD: 0.0121, follow: false })
  const second = {
    currency: 'USD',
    rate: 0.0121,
    origin: 'administrator',
    fullName: 'Amrita Admin',
  }
  assert.deepEqual(await known(), { ...free, rates: [second, first], total: 2, isHeld: true })

  await admin.call(setRate, { USD: 0.0119, follow: true })
  await quote(shop, { INR: 84 })
  await followNow(shop)
  const { rates, total, isHeld } = await known()
  assert.deepEqual([total, isHeld], [4, false])
  assert.deepEqual(rates[0], {
    currency: 'USD',
    rate: 0.01190476,
    origin: 'source',
    fullName: null,
  })
  assert.deepEqual((await known(2)).rates, [second, first])

  await quote(shop, { INR: 8.4 })
  await followNow(shop)
  const { problem } = await known()
  assert.match(problem!.problem, /quotes 8.4 rupees for a dollar/)
})
