import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteTestData } from '#contract/resellers/api-keys.ts'
import { deleteUser } from '#contract/accounts/auth.ts'
import { listOrders } from '#contract/orders/orders.ts'
import {
  createApiQuote,
  findApiOrder,
  findApiOrderByReference,
  getApiBalance,
  getApiStatement,
  listApiOrders,
  type TEST_PLAYERS,
  validatePlayer,
  type ApiOrder,
} from '#contract/resellers/reseller.ts'
import { forgetChecks } from './test-data.ts'
import { tally } from '#tests/support/accounts/people.ts'
import {
  openApiClient,
  openResale,
  orderByApiClient,
  readEvents,
  readLines,
  refusalOf,
  withKey,
} from '#tests/support/resellers/api-clients.ts'
import { until } from '#tests/support/shop/wait.ts'

type Ending = { types: string[]; afterSeconds: number; isDelivered: boolean }

const delivered = { types: ['order.completed'], afterSeconds: 0, isDelivered: true }
const failed = { types: ['order.failed'], afterSeconds: 0, isDelivered: false }

const ENDINGS: Record<keyof typeof TEST_PLAYERS | 'anybody', Ending> = {
  anybody: delivered,
  900000001: failed,
  900000002: failed,
  900000003: { ...delivered, afterSeconds: 30 },
  900000004: { ...failed, afterSeconds: 30 },
  900000005: { ...delivered, afterSeconds: 20 },
  900000006: delivered,
  900000007: { ...delivered, types: ['order.updated', 'order.completed'], afterSeconds: 120 },
  900000008: { ...failed, afterSeconds: 60 },
}

test('test mode', async (t) => {
  const { shop, productId, enter } = await openResale(t)
  const { reseller, apiClient: live } = await enter()
  const testing = await openApiClient(reseller, { isTest: true })
  const read = async (id: string) => (await testing.call(findApiOrder, { id })).data
  const traces = async () => {
    const [row] = await shop.sql`
      select (select count(*) from orders) as orders, (select count(*) from transfer) as transfers,
        (select count(*) from dispatch) as dispatches, (select count(*) from item_sale) as sales,
        (select count(*) from spend) as spends, (select sum(count)::int from order_count) as counts`
    return row
  }
  const before = await traces()

  await t.test(
    'each test player reaches its documented end, with the same states and events as real orders',
    async () => {
      const orders = new Map<string, ApiOrder>()
      for (const player of Object.keys(ENDINGS)) {
        const playerId = player === 'anybody' ? '123456789' : player
        const { data } = await orderByApiClient(testing, { productId, playerId, reference: player })
        assert.deepEqual([data.status, data.version, data.isTest], ['processing', 1, true])
        orders.set(player, data)
      }
      let waited = 0
      const inTurn = Object.entries(ENDINGS).toSorted(
        ([, one], [, other]) => one.afterSeconds - other.afterSeconds,
      )
      for (const [player, { types, afterSeconds, isDelivered }] of inTurn) {
        const id = orders.get(player)!._id
        if (afterSeconds > waited) {
          assert.equal((await read(id)).status, 'processing', player)
          shop.wait((afterSeconds - waited) * 1000)
          waited = afterSeconds
        }
        await until(`${player} has ended`, async () => (await read(id)).endedAt !== null)
        const order = await read(id)
        assert.equal(order.status, isDelivered ? 'completed' : 'failed', player)
        assert.deepEqual(
          [order.refund?.amount ?? null, order.deliveredAt !== null],
          [isDelivered ? null : 90_00, isDelivered],
          player,
        )
        const events = await readEvents(shop, id)
        assert.deepEqual(
          events.map(({ type, version, isTest }) => [type, version, isTest]),
          ['order.processing', ...types].map((type, index) => [type, index + 1, true]),
          player,
        )
        const sent = await testing.send('GET', `/api/v1/reseller/orders/${id}`)
        assert.deepEqual(events.at(-1)!.data, sent.data)
      }
    },
  )

  await t.test('a test statement adds up, and shows failed orders as refunded', async () => {
    const lines = await readLines(testing)
    let balance = 0
    for (const [index, line] of lines.entries()) {
      assert.equal(line.sequence, index + 1)
      assert.equal((balance += line.amount), line.balance)
    }
    assert.equal((await testing.call(getApiBalance, {})).data.INR, balance)
    const refunds = lines.filter(({ kind }) => kind === 'refund').map(({ reference }) => reference)
    const failing = Object.entries(ENDINGS).filter(([, { isDelivered }]) => !isDelivered)
    assert.deepEqual(new Set(refunds), new Set(failing.map(([player]) => player)))
    assert.equal(refunds.length, failing.length)
    const { data } = await testing.call(getApiStatement, {
      currency: 'INR',
      limit: 1,
      after: 1e15 - 1,
    })
    assert.deepEqual([data.lines, data.next], [[], null], 'however far behind the last line')
  })

  await t.test('keys, references, quotes and price limits work as with real money', async () => {
    const input = { productId, reference: 'once' }
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        orderByApiClient(index % 2 ? withKey(testing, 'T') : withKey(testing, `T${index}`), input),
      ),
    )
    assert.deepEqual(tally(answers), { 200: 40 })
    assert.equal(new Set(answers.map(({ data }) => data._id)).size, 1)
    const { data: first } = answers[0]!
    const other = { ...input, playerId: '55555' }
    const reused = await orderByApiClient(withKey(testing, 'T'), other)
    assert.deepEqual(refusalOf(reused), [422, 'IDEMPOTENCY_KEY_REUSED'])
    const named = await orderByApiClient(testing, other)
    assert.deepEqual(refusalOf(named), [409, 'REFERENCE_USED'])
    assert.ok(!named.reply.success && named.reply.details?.['orderId'] === first._id)
    const dear = await orderByApiClient(testing, { productId, priceMax: 1 })
    assert.deepEqual(refusalOf(dear), [409, 'PRICE_ABOVE_MAX'])
    const { _id: quoteId } = (await testing.call(createApiQuote, { productId, currency: 'INR' }))
      .data
    assert.equal((await orderByApiClient(testing, { productId, quoteId })).status, 200)
    const again = await orderByApiClient(testing, { productId, quoteId })
    assert.deepEqual(refusalOf(again), [409, 'QUOTE_USED'])
    await shop.sql`
      insert into test_line select user_id, currency, sequence + 1, 'order', -balance, 0, 'TEST', null, created_at
      from test_line where currency = 'USD' order by sequence desc limit 1`
    const poor = await orderByApiClient(testing, { productId, currency: 'USD' })
    assert.deepEqual(refusalOf(poor), [409, 'BALANCE_TOO_LOW'])
    const player = { productId, playerId: '900000001', zoneId: '' }
    assert.equal((await testing.call(validatePlayer, player)).data.isKnown, false)
  })

  await t.test('test data and real data never see or change each other', async () => {
    assert.deepEqual(await traces(), before)
    const { data: real } = await orderByApiClient(withKey(live, 'T'), {
      productId,
      reference: 'once',
    })
    assert.equal(real.isTest, false)
    const { data: played } = await testing.call(findApiOrderByReference, { reference: 'once' })
    assert.notEqual(played._id, real._id)
    for (const [apiClient, id] of [
      [live, played._id],
      [testing, real._id],
    ] as const) {
      assert.deepEqual(refusalOf(await apiClient.call(findApiOrder, { id })), [
        404,
        'NO_SUCH_ORDER',
      ])
      const cursor = await apiClient.call(listApiOrders, { limit: 5, after: id })
      assert.deepEqual(refusalOf(cursor), [400, 'NO_SUCH_CURSOR'])
      const { data } = await apiClient.call(listApiOrders, { limit: 100 })
      assert.ok(data.orders.every(({ isTest }) => isTest === (apiClient === testing)))
    }
    assert.equal((await live.call(getApiBalance, {})).data.INR, 910_00)
    const { data } = await reseller.call(listOrders, {
      page: 1,
      limit: 10,
      search: '',
      sort: '-createdAt',
    })
    assert.deepEqual(
      data.orders.map(({ _id }) => _id),
      [real._id],
    )
  })

  await t.test(
    'after test data is deleted the statement starts anew, and an old key makes a new order',
    async () => {
      const { data: old } = await testing.call(findApiOrderByReference, { reference: 'once' })
      const input = { productId, reference: 'once' }
      await reseller.call(deleteTestData, {})
      assert.deepEqual((await testing.call(listApiOrders, { limit: 5 })).data.orders, [])
      const { data } = await orderByApiClient(withKey(testing, 'T'), input)
      assert.notEqual(data._id, old._id)
      assert.equal((await testing.call(getApiBalance, {})).data.INR, 1_00_000_00 - 90_00)
      assert.equal((await live.call(listApiOrders, { limit: 5 })).data.orders.length, 1)
    },
  )

  await t.test('a deleted account leaves no key, quote or test order', async () => {
    const gone = await enter({}, { isTest: true })
    await orderByApiClient(gone.apiClient, { productId })
    await gone.reseller.call(deleteUser, {})
    await until('it is forgotten', async () => {
      const [row] = await shop.sql<[{ left: number }]>`
        select (select count(*) from api_key where user_id = ${gone.reseller.id})
          + (select count(*) from test_order where user_id = ${gone.reseller.id})
          + (select count(*) from test_line where user_id = ${gone.reseller.id}) as left`
      return row.left === 0
    })
  })

  await t.test('quotes and player checks are deleted a day after they expire', async () => {
    const countLeft = () => shop.sql`select from api_quote union all select from checked_player`
    const place = { sql: shop.sql, now: () => new Date(Date.now() + 60 * 60 * 1000) }
    await live.call(createApiQuote, { productId, currency: 'INR' })
    await shop.sql`
      insert into checked_player values (gen_random_uuid(), '1', '', 'Tiger', now())`
    await forgetChecks(place)
    assert.equal((await countLeft()).length, 2)
    await forgetChecks({ ...place, now: () => new Date(Date.now() + 26 * 60 * 60 * 1000) })
    assert.equal((await countLeft()).length, 0)
  })
})
