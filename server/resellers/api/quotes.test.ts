import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { editItem } from '#contract/catalogue/games.ts'
import { setRate } from '#contract/catalogue/rate.ts'
import { createApiQuote } from '#contract/resellers/reseller.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { tally } from '#tests/support/accounts/people.ts'
import {
  openApiClient,
  openResale,
  orderByApiClient,
  refusalOf,
} from '#tests/support/resellers/api-clients.ts'

const times = <One>(count: number, make: (index: number) => Promise<One>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

test('API quotes', async (t) => {
  const { shop, admin, game, productId, enter } = await openResale(t)

  await t.test('nobody pays more than the maximum they stated, in either currency', async () => {
    const { apiClient } = await enter()
    for (const [currency, priceMax, price] of [
      ['INR', 89.99, 90],
      ['USD', 1.0799, 1.08],
    ] as const) {
      const dear = await orderByApiClient(apiClient, { productId, currency, priceMax })
      assert.deepEqual(refusalOf(dear), [409, 'PRICE_ABOVE_MAX'])
      assert.ok(!dear.reply.success)
      assert.deepEqual(dear.reply.details, { price, currency })
      const { status } = await orderByApiClient(apiClient, { productId, currency, priceMax: price })
      assert.equal(status, 200)
    }
  })

  await t.test(
    'a quote holds its price until it expires, for one order of its own product',
    async () => {
      const { apiClient } = await enter()
      const ask = async (of = apiClient, currency: 'INR' | 'USD' = 'INR') =>
        (await of.call(createApiQuote, { productId, currency })).data._id
      const [quoteId, dollars, late, lost] = [
        await ask(),
        await ask(apiClient, 'USD'),
        await ask(),
        await ask(),
      ]
      const raise = (fields: object) => admin.call(editItem, { itemId: productId, ...fields })
      await raise({ resellerSellingPrice: 99_00 })
      await admin.call(setRate, { USD: 0.013, follow: false })
      const answers = await times(20, () =>
        orderByApiClient(apiClient, { productId, quoteId, priceMax: 90 }),
      )
      assert.deepEqual(tally(answers), { 200: 1, 409: 19 })
      assert.equal(answers.find(({ status }) => status === 200)!.data.price, 90_00)
      for (const answer of answers.filter(({ status }) => status === 409))
        assert.deepEqual(refusalOf(answer), [409, 'QUOTE_USED'])
      const paid = await orderByApiClient(apiClient, {
        productId,
        quoteId: dollars,
        currency: 'USD',
      })
      assert.deepEqual([paid.status, paid.data.price], [200, 1_0800])

      const other = await makeItem(admin, game)
      const stranger = (await enter()).apiClient
      const testing = await openApiClient((await enter()).reseller, { isTest: true })
      for (const [by, input, code] of [
        [apiClient, { productId: other._id, quoteId: late }, 'QUOTE_OTHER'],
        [apiClient, { productId, quoteId: late, currency: 'USD' }, 'QUOTE_OTHER'],
        [stranger, { productId, quoteId: late }, 'NO_SUCH_QUOTE'],
        [testing, { productId, quoteId: late }, 'NO_SUCH_QUOTE'],
        [apiClient, { productId, quoteId: await ask(testing) }, 'NO_SUCH_QUOTE'],
        [apiClient, { productId, quoteId: randomUUID() }, 'NO_SUCH_QUOTE'],
      ] as const)
        assert.equal(refusalOf(await orderByApiClient(by, input))[1], code)
      await raise({ costPrice: 95_00 })
      assert.deepEqual(refusalOf(await orderByApiClient(apiClient, { productId, quoteId: lost })), [
        409,
        'QUOTE_BELOW_COST',
      ])
      await raise({ costPrice: 70_00 })
      shop.wait(6 * 60_000)
      assert.deepEqual(refusalOf(await orderByApiClient(apiClient, { productId, quoteId: late })), [
        409,
        'QUOTE_EXPIRED',
      ])
      await raise({ resellerSellingPrice: 90_00 })
      await admin.call(setRate, { USD: 0.012, follow: false })
    },
  )
})
