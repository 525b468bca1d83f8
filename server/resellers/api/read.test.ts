import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editGame, editItem } from '#contract/catalogue/games.ts'
import {
  correctApiOrder,
  findApiOrder,
  findApiOrderByReference,
  getApiBalance,
  listApiOrders,
  listApiProducts,
  refundApiOrder,
  validatePlayer,
  type ApiOrder,
} from '#contract/resellers/reseller.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { PLAYERS, addSuppliedGame } from '#tests/support/orders/deliveries.ts'
import {
  openResale,
  orderByApiClient,
  readEvents,
  readLines,
  refusalOf,
} from '#tests/support/resellers/api-clients.ts'
import { until } from '#tests/support/shop/wait.ts'

test('API reads', async (t) => {
  const resale = await openResale(t)
  const { shop, admin, game, productId, enter, end } = resale

  await t.test(
    'products come with the reseller’s price, and unchanged lists are not sent again',
    async () => {
      const { apiClient } = await enter()
      const { data, headers } = await apiClient.call(listApiProducts, {
        currency: 'USD',
        game: game.gameSlug,
      })
      const [{ price, currency, playerFields, stock }] = data.products as [
        (typeof data.products)[0],
      ]
      assert.deepEqual([price, currency, stock], [1_0800, 'USD', null])
      assert.deepEqual(playerFields, [{ name: 'playerId', label: 'Player ID', options: [] }])
      for (const name of ['ratelimit-limit', 'x-request-id']) assert.ok(headers.get(name), name)
      const address = `${shop.url}/api/v1/reseller/products?currency=USD&game=${game.gameSlug}`
      const again = await fetch(address, {
        headers: { ...apiClient.headers, 'if-none-match': headers.get('etag')! },
      })
      assert.equal(again.status, 304)
      await admin.call(editItem, { itemId: productId, resellerSellingPrice: 91_00 })
      assert.equal(
        (await apiClient.call(listApiProducts, { currency: 'INR' })).data.products[0]!.price,
        91_00,
      )
      await admin.call(editItem, { itemId: productId, resellerSellingPrice: 90_00 })
      assert.deepEqual(
        refusalOf(await apiClient.call(listApiProducts, { currency: 'INR', game: 'none' })),
        [404, 'NO_SUCH_GAME'],
      )
    },
  )

  await t.test('a statement adds up to the balance and names every order', async () => {
    const { apiClient } = await enter()
    const orders: ApiOrder[] = []
    for (let count = 0; count < 5; count++)
      orders.push((await orderByApiClient(apiClient, { productId, reference: `s${count}` })).data)
    await end(orders[2]!._id, 'failed')
    const lines = await readLines(apiClient)
    assert.deepEqual(
      lines.map(({ sequence }) => sequence),
      lines.map((_, index) => index + 1),
    )
    let balance = 0
    for (const line of lines) assert.equal((balance += line.amount), line.balance)
    assert.equal(balance, (await apiClient.call(getApiBalance, {})).data.INR)
    assert.deepEqual(
      lines
        .slice(1)
        .map(({ kind, orderId, reference, amount }) => [kind, orderId, reference, amount]),
      [
        ...orders.map(({ _id, reference }) => ['order', _id, reference, -90_00]),
        ['refund', orders[2]!._id, 's2', 90_00],
      ],
    )
  })

  await t.test('a paged list repeats and skips nothing while orders arrive', async () => {
    const { apiClient } = await enter({ INR: 10_000_00, USD: 0 })
    const placed: string[] = []
    const add = async () => placed.push((await orderByApiClient(apiClient, { productId })).data._id)
    for (let count = 0; count < 7; count++) await add()
    const [before, seen] = [placed.toReversed(), [] as string[]]
    for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
      const { data } = await apiClient.call(listApiOrders, { limit: 3, ...(after && { after }) })
      seen.push(...data.orders.map(({ _id }) => _id))
      after = data.next ?? undefined
      await add()
    }
    assert.deepEqual(seen, before)
    const idsOf = async (input: object) =>
      (await apiClient.call(listApiOrders, { limit: 3, ...input })).data.orders.map(
        ({ _id }) => _id,
      )
    assert.deepEqual(await idsOf({ page: 2 }), placed.toReversed().slice(3, 6))
    assert.deepEqual(
      await idsOf({ page: 2, after: placed.at(-1)! }),
      placed.toReversed().slice(4, 7),
    )
    assert.deepEqual(await idsOf({ sort: 'createdAt' }), placed.slice(0, 3))
    assert.deepEqual(await idsOf({ sort: 'createdAt', after: placed[1]! }), placed.slice(2, 5))
    for (const query of ['page=0', 'page=1000001', 'limit=101', 'sort=amount'])
      assert.equal(
        (await apiClient.send('GET', `/api/v1/reseller/orders?${query}`)).status,
        400,
        query,
      )
    await end(placed[0]!, 'completed')
    const { data } = await apiClient.call(listApiOrders, { limit: 100, status: 'completed' })
    assert.deepEqual(
      data.orders.map(({ _id }) => _id),
      [placed[0]],
    )
    const to = (await apiClient.call(findApiOrder, { id: placed[3]! })).data.createdAt
    const early = (await apiClient.call(listApiOrders, { limit: 100, to })).data.orders
    assert.deepEqual(
      early.map(({ _id }) => _id),
      placed.slice(0, 3).toReversed(),
    )
    const late = (await apiClient.call(listApiOrders, { limit: 100, from: to })).data.orders
    assert.equal(late.length, placed.length - 3)
  })

  await t.test(
    'nobody reaches another reseller’s orders, by ID, reference, cursor or quote',
    async () => {
      const [{ apiClient }, { apiClient: stranger }] = [await enter(), await enter()]
      const { data } = await orderByApiClient(apiClient, { productId, reference: 'mine' })
      const { _id: id } = data
      for (const answer of [
        await stranger.call(findApiOrder, { id }),
        await stranger.call(findApiOrderByReference, { reference: 'mine' }),
        await stranger.call(correctApiOrder, { id, playerId: '1', zoneId: '' }),
        await stranger.call(refundApiOrder, { id }),
      ])
        assert.deepEqual(refusalOf(answer), [404, 'NO_SUCH_ORDER'])
      assert.deepEqual(refusalOf(await stranger.call(listApiOrders, { limit: 5, after: id })), [
        400,
        'NO_SUCH_CURSOR',
      ])
      assert.deepEqual((await stranger.call(listApiOrders, { limit: 5 })).data.orders, [])
      assert.deepEqual(refusalOf(await apiClient.call(refundApiOrder, { id })), [409, 'NOT_HELD'])
    },
  )

  await t.test(
    'a game that requires confirmed players accepts only those, and checks each once',
    async () => {
      const { game: checked, item: pack } = await addSuppliedGame(resale, 'unipin')
      await admin.call(editGame, { id: checked._id, isValidationRequired: true })
      const { apiClient } = await enter()
      const input = { productId: pack._id, playerId: '77777777' }
      const validate = (playerId: string) =>
        apiClient.call(validatePlayer, { productId: pack._id, playerId, zoneId: '' })
      assert.deepEqual((await validate(PLAYERS.unknown)).data, {
        playerId: PLAYERS.unknown,
        zoneId: '',
        name: '',
        isKnown: false,
      })
      const { data } = await validate(input.playerId)
      assert.deepEqual([data.isKnown, data.name], [true, 'Player-7777'])
      assert.equal((await orderByApiClient(apiClient, input)).data.player.name, 'Player-7777')
      const unknown = await orderByApiClient(apiClient, { ...input, playerId: PLAYERS.unknown })
      assert.deepEqual(refusalOf(unknown), [404, 'PLAYER_NOT_FOUND'])
    },
  )

  await t.test(
    'a reseller corrects a wrong player or takes the refund, and gets an event for it',
    async () => {
      const { item: pack } = await addSuppliedGame(resale, 'unipin')
      const { apiClient } = await enter()
      const buyWrong = async () => {
        const { data } = await orderByApiClient(apiClient, {
          productId: pack._id,
          playerId: PLAYERS.unknown,
        })
        await until(
          'it is held',
          async () =>
            (await apiClient.call(findApiOrder, { id: data._id })).data.heldFor === 'player',
        )
        return data._id
      }
      const [id, other] = [await buyWrong(), await buyWrong()]
      const corrected = await apiClient.call(correctApiOrder, {
        id,
        playerId: '77777777',
        zoneId: '',
      })
      assert.deepEqual([corrected.data.heldFor, corrected.data.player.playerId], [null, '77777777'])
      await until(
        'it is delivered',
        async () => (await apiClient.call(findApiOrder, { id })).data.status === 'completed',
      )
      const refunded = await apiClient.call(refundApiOrder, { id: other })
      assert.deepEqual([refunded.data.status, refunded.data.refund?.amount], ['refunded', 100_00])
      assert.deepEqual(
        (await readEvents(shop, id)).map(({ type }) => type),
        ['order.processing', 'order.updated', 'order.updated', 'order.completed'],
      )
      assert.deepEqual(
        (await readEvents(shop, other)).map(({ type }) => type),
        ['order.processing', 'order.updated', 'order.refunded'],
      )
    },
  )

  assert.equal((await verifyLedger(shop.sql)).fault, null)
})
