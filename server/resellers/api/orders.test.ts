import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { editItem } from '#contract/catalogue/games.ts'
import {
  findApiOrder,
  findApiOrderByReference,
  getApiBalance,
} from '#contract/resellers/reseller.ts'
import { findOrder } from '#contract/orders/orders.ts'
import { editWebsite } from '#contract/catalogue/settings.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { tally, type Member } from '#tests/support/accounts/people.ts'
import {
  createApiClient,
  openResale,
  orderByApiClient,
  readEvents,
  refusalOf,
  withKey,
} from '#tests/support/resellers/api-clients.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'

const times = <One>(count: number, make: (index: number) => Promise<One>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

async function countOrders({ sql }: Pick<TestShop, 'sql'>, { id }: Member): Promise<number> {
  const rows = await sql`select from orders where user_id = ${id}`
  return rows.length
}

test('API orders', async (t) => {
  const { shop, admin, productId, enter, end } = await openResale(t)

  await t.test(
    'an order is paid at the reseller’s price, followed to its end, and reported at each step',
    async () => {
      const { apiClient, reseller } = await enter()
      const reference = 'till-7/2026:000.1'
      const { data: placed } = await orderByApiClient(apiClient, { productId, reference })
      assert.deepEqual(
        [placed.status, placed.version, placed.price, placed.reference, placed.player.playerId],
        ['processing', 1, 90_00, reference, '123456789'],
      )
      assert.deepEqual((await apiClient.call(findApiOrder, { id: placed._id })).data, placed)
      assert.deepEqual((await apiClient.call(findApiOrderByReference, { reference })).data, placed)
      assert.equal(
        (await reseller.call(findOrder, { id: placed._id })).data.invoiceId,
        placed.invoiceId,
      )

      await end(placed._id, 'completed')
      const { data: done } = await apiClient.call(findApiOrder, { id: placed._id })
      assert.deepEqual([done.status, done.version, done.refund], ['completed', 2, null])
      assert.ok(done.deliveredAt)
      await end(placed._id, 'refunded')
      const { data: back } = await apiClient.call(findApiOrder, { id: placed._id })
      assert.deepEqual(
        [back.status, back.version, back.refund?.amount, back.deliveredAt],
        ['refunded', 3, 90_00, done.deliveredAt],
      )

      const events = await readEvents(shop, placed._id)
      assert.deepEqual(
        events.map(({ type, version }) => [type, version]),
        [
          ['order.processing', 1],
          ['order.completed', 2],
          ['order.refunded', 3],
        ],
      )
      const sent = await apiClient.send('GET', `/api/v1/reseller/orders/${placed._id}`)
      assert.deepEqual(events.at(-1)!.data, sent.data)
    },
  )

  await t.test(
    'an order sent a hundred times at once with one key, to two nodes, is one order',
    async () => {
      const { apiClient, reseller } = await enter()
      const there = createApiClient((await shop.openNode()).url, apiClient.headers['x-api-key']!)
      const input = { productId, reference: 'one' }
      const [here, elsewhere] = [withKey(apiClient, 'K'), withKey(there, 'K')]
      const answers = await times(100, (index) =>
        orderByApiClient(index % 2 ? here : elsewhere, input),
      )
      assert.deepEqual(tally(answers), { 200: 100 })
      assert.equal(new Set(answers.map(({ data }) => JSON.stringify(data))).size, 1)
      const repeats = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')
      assert.deepEqual([repeats.length, await countOrders(shop, reseller)], [99, 1])
      assert.equal((await apiClient.call(getApiBalance, {})).data.INR, 910_00)
      const other = await orderByApiClient(here, { ...input, currency: 'USD' })
      assert.deepEqual(refusalOf(other), [422, 'IDEMPOTENCY_KEY_REUSED'])
      await end(answers[0]!.data._id, 'completed')
      assert.deepEqual((await orderByApiClient(elsewhere, input)).data, answers[0]!.data)
    },
  )

  await t.test('a reference is used for one order, whatever keys come with it', async () => {
    const { apiClient, reseller } = await enter()
    const there = createApiClient((await shop.openNode()).url, apiClient.headers['x-api-key']!)
    const input = { productId, reference: 'same' }
    const answers = await times(60, (index) =>
      orderByApiClient(withKey(index % 2 ? apiClient : there, `key-${index}`), input),
    )
    assert.deepEqual(tally(answers), { 200: 60 })
    assert.equal(new Set(answers.map(({ data }) => data._id)).size, 1)
    const mixed = await times(40, (index) =>
      orderByApiClient(apiClient, {
        productId,
        reference: 'mixed',
        playerId: `1234567${index % 2}`,
      }),
    )
    assert.deepEqual(tally(mixed), { 200: 20, 409: 20 })
    const winner = mixed.find(({ status }) => status === 200)!.data
    for (const answer of mixed.filter(({ status }) => status === 409)) {
      assert.deepEqual(refusalOf(answer), [409, 'REFERENCE_USED'])
      assert.ok(!answer.reply.success && answer.reply.details?.['orderId'] === winner._id)
    }
    assert.equal(await countOrders(shop, reseller), 2)
    const stranger = (await enter()).apiClient
    assert.equal((await orderByApiClient(stranger, input)).status, 200) // references are unique per reseller only
  })

  await t.test(
    'a refusal is the final answer to its key, and leaves its reference free',
    async () => {
      const { apiClient } = await enter({ INR: 50_00, USD: 10_0000 })
      const input = { productId, reference: 'poor' }
      const first = await orderByApiClient(withKey(apiClient, 'A'), input)
      assert.deepEqual(refusalOf(first), [409, 'BALANCE_TOO_LOW'])
      assert.ok(!first.reply.success)
      assert.deepEqual(first.reply.details, { missing: 40, currency: 'INR' })
      const inDollars = { ...input, currency: 'USD' } as const
      assert.deepEqual(refusalOf(await orderByApiClient(withKey(apiClient, 'A'), inDollars)), [
        422,
        'IDEMPOTENCY_KEY_REUSED',
      ])
      assert.equal((await orderByApiClient(withKey(apiClient, 'B'), inDollars)).data.price, 1_0800)
      const again = await orderByApiClient(withKey(apiClient, 'A'), input)
      assert.deepEqual([refusalOf(again), again.message], [[409, 'BALANCE_TOO_LOW'], first.message])
      assert.deepEqual(refusalOf(await orderByApiClient(withKey(apiClient, 'C'), input)), [
        409,
        'REFERENCE_USED',
      ])
    },
  )

  await t.test(
    'a repeated order gets its first answer, even if it could not be placed now',
    async () => {
      const { apiClient, reseller } = await enter({ INR: 90_00, USD: 0 })
      const input = { productId, reference: 'r', priceMax: 90 }
      const { data } = await orderByApiClient(apiClient, input)
      await admin.call(editItem, { itemId: productId, resellerSellingPrice: 95_00 })
      assert.deepEqual((await orderByApiClient(apiClient, input)).data, data)
      await admin.call(editItem, { itemId: productId, itemAvailablity: false })
      assert.deepEqual((await orderByApiClient(withKey(apiClient, 'later'), input)).data, data)
      await admin.call(editItem, {
        itemId: productId,
        itemAvailablity: true,
        resellerSellingPrice: 90_00,
      })
      await admin.call(editWebsite, { isClosed: true, message: '' })
      assert.deepEqual((await orderByApiClient(apiClient, input)).data, data)
      const closed = await orderByApiClient(withKey(apiClient, 'K'), {
        productId,
        reference: 'other',
      })
      assert.deepEqual(refusalOf(closed), [503, 'WEBSITE_CLOSED'])
      await admin.call(editWebsite, { isClosed: false, message: '' })
      assert.equal(await countOrders(shop, reseller), 1)
      const poor = await orderByApiClient(withKey(apiClient, 'K'), {
        productId,
        reference: 'other',
      })
      assert.deepEqual(refusalOf(poor), [409, 'BALANCE_TOO_LOW']) // the refusal while closed was not kept
    },
  )

  await t.test('fifty orders at once from a wallet that covers three place three', async () => {
    const { apiClient, reseller } = await enter({ INR: 3 * 90_00 + 89_99, USD: 0 })
    const answers = await times(50, () => orderByApiClient(apiClient, { productId }))
    assert.deepEqual(tally(answers), { 200: 3, 409: 47 })
    assert.equal(await countOrders(shop, reseller), 3)
  })

  await t.test('invalid input is named in the answer, and nothing is ordered', async () => {
    const { apiClient, reseller } = await enter()
    const good = { productId, playerId: '1', reference: 'x' }
    for (const [wrong, field] of [
      [{ reference: '' }, 'reference'],
      [{ reference: 'a b' }, 'reference'],
      [{ reference: 'x'.repeat(65) }, 'reference'],
      [{ reference: undefined }, 'reference'],
      [{ playerId: '<b>' }, 'playerId'],
      [{ productId: 'pack' }, 'productId'],
      [{ currency: 'XYZ' }, 'currency'],
      [{ priceMax: -1 }, 'priceMax'],
      [{ priceMax: '90' }, 'priceMax'],
      [{ price: 1 }, 'price'],
      [{ couponCode: 'FREE' }, 'couponCode'],
    ] as const) {
      const answer = await apiClient.send('POST', '/api/v1/reseller/orders', { ...good, ...wrong })
      assert.deepEqual([refusalOf(answer), answer.errors[0]?.field], [[400, 'BAD_INPUT'], field])
    }
    assert.deepEqual(refusalOf(await orderByApiClient(apiClient, { productId: randomUUID() })), [
      404,
      'NO_SUCH_PRODUCT',
    ])
    assert.deepEqual(
      refusalOf(await orderByApiClient(withKey(apiClient, 'x'.repeat(201)), { productId })),
      [400, 'BAD_INPUT'],
    )
    assert.equal(await countOrders(shop, reseller), 0)
  })

  assert.equal((await verifyLedger(shop.sql)).fault, null)
})
