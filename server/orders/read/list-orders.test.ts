import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import { list, openPast } from '#tests/support/orders/listed-orders.ts'

test('customers see only their own orders, newest first, six to a page', async (t) => {
  const { asha, rohan, admin, pack, buy } = await openPast(t)
  for (let day = 1; day <= 14; day++)
    await buy(asha.id, { price: day * 100, at: new Date(`2026-01-${day + 9}T10:00:00Z`) })
  await buy(rohan.id, { price: 77_00 })
  const first = await list(asha)
  assert.deepEqual([first.totalOrders, first.amounts], [14, [14, 13, 12, 11, 10, 9]])
  const pages = await Promise.all([1, 2, 3, 4, 1000000].map((page) => list(asha, `page=${page}`)))
  assert.deepEqual(
    pages.map(({ orders, totalOrders }) => [orders.length, totalOrders]),
    [
      [6, 14],
      [6, 14],
      [2, 14],
      [0, 14],
      [0, 14],
    ],
  )
  assert.equal(new Set(pages.flatMap(({ orders }) => orders.map(({ _id }) => _id))).size, 14)
  assert.deepEqual([(await list(rohan)).amounts, (await list(admin)).amounts], [[77], []])
  const { _id, invoiceId, gameDetailId, ...rest } = first.orders[0]!
  assert.deepEqual(rest, {
    status: 'processing',
    createdAt: '2026-01-23T10:00:00.000Z',
    paidAt: '2026-01-23T10:00:00.000Z',
    expiresAt: null,
    endedAt: null,
    heldFor: null,
    currency: 'INR',
    itemPrice: 14,
    discount: 0,
    amount: 14,
    amountInr: 14,
    paymentMethod: 'wallet',
    gateway: null,
    method: null,
    paymentStatus: 'paid',
    gameId: {
      _id: pack.game._id,
      gameSlug: pack.game.gameSlug,
      gameName: pack.game.gameName,
      inputFieldOne: pack.game.inputFieldOne,
      inputFieldTwo: pack.game.inputFieldTwo,
    },
    itemId: { _id: pack.item._id, itemSlug: pack.item.itemSlug, itemName: pack.item.itemName },
    userId: { _id: asha.id, fullName: 'Asha Rao', email: asha.email, phone: asha.phone },
    couponId: null,
    transactionId: { UTR: invoiceId, price: -14, currency: 'INR' },
  })
  const { _id: _player, ...player } = gameDetailId
  assert.deepEqual(player, { playerId: '12345678', zoneId: '2001', userName: 'Ninja' })
})

const at = (moment: string) => new Date(moment)

test('orders are filtered by status, payment, method and the shop’s days, each with the right count', async (t) => {
  const { asha, admin, buy } = await openPast(t)
  await buy(asha.id, { price: 100, at: at('2026-01-31T18:29:59.999Z') }) // the last moment of January in India
  await buy(asha.id, { price: 200, at: at('2026-01-31T18:30:00Z'), status: 'completed' })
  await buy(asha.id, { price: 300, at: at('2026-02-10T00:00:00Z'), status: 'failed' })
  await buy(asha.id, { price: 400, at: at('2026-02-11T00:00:00Z'), method: 'upi' })
  await buy(asha.id, {
    price: 500,
    at: at('2026-02-12T00:00:00Z'),
    method: 'upi',
    status: 'failed',
  })
  const upi = { method: 'upi', isPaid: true } as const
  await buy(asha.id, { price: 600, at: at('2026-02-13T00:00:00Z'), ...upi, status: 'cancelled' })
  await buy(asha.id, { price: 700, at: at('2026-03-01T00:00:00Z'), ...upi, status: 'refunded' })
  const cases: [query: string, amounts: number[]][] = [
    ['', [1, 2, 3, 4, 5, 6, 7]],
    ['status=failed', [3, 5]],
    ['status=pending', [4]],
    ['paymentMethod=upi', [4, 5, 6, 7]],
    ['paymentStatus=paid', [1, 2]],
    ['paymentStatus=pending', [4]],
    ['paymentStatus=failed', [5]],
    ['paymentStatus=refunded', [3, 6, 7]],
    ['paymentStatus=refunded&paymentMethod=wallet', [3]],
    ['paymentStatus=failed&status=completed', []],
    ['to=2026-01-31', [1]],
    ['from=2026-02-01&to=2026-02-01', [2]],
    ['from=2026-02-11', [4, 5, 6, 7]],
    ['from=2026-02-11&paymentMethod=upi&status=failed', [5]],
    ['from=2026-04-01&to=2026-03-01', []],
    ['from=0000-01-01&to=9999-12-31', [1, 2, 3, 4, 5, 6, 7]],
  ]
  for (const [person, all] of [
    [asha, ''],
    [admin, '/all'],
  ] as const)
    for (const [query, amounts] of cases) {
      for (const sort of ['createdAt', 'amount']) {
        const found = await list(person, `sort=${sort}&limit=100&${query}`, all)
        assert.deepEqual([found.amounts, found.totalOrders], [amounts, amounts.length], query)
      }
      const last = await list(person, `sort=-createdAt&limit=2&page=2&${query}`, all)
      assert.deepEqual(last.amounts, amounts.toReversed().slice(2, 4), query)
      assert.equal(last.totalOrders, amounts.length)
    }
})

test('orders with equal sort values have one fixed order, and each appears on one page', async (t) => {
  const { asha, admin, buy } = await openPast(t)
  const at = new Date('2026-01-01T00:00:00Z')
  for (let count = 0; count < 12; count++)
    await buy(asha.id, { at, ...(count % 2 ? { method: 'upi' } : {}) })
  for (const [person, all] of [
    [asha, ''],
    [admin, '/all'],
  ] as const) {
    const whole: Record<string, string[]> = {}
    for (const sort of ['createdAt', '-createdAt', 'amount', '-amount']) {
      const pages = []
      for (let page = 1; page <= 5; page++)
        pages.push(...(await list(person, `sort=${sort}&limit=3&page=${page}`, all)).orders)
      whole[sort] = pages.map(({ _id }) => _id)
      assert.equal(new Set(whole[sort]).size, 12)
    }
    assert.deepEqual(whole['createdAt']!.toReversed(), whole['-createdAt'])
    assert.deepEqual(whole['amount']!.toReversed(), whole['-amount'])
  }
})

test('orders in dollars and rupees are sorted by their value', async (t) => {
  const { asha, buy } = await openPast(t)
  await buy(asha.id, { price: 150_00 })
  await buy(asha.id, { price: 1_0000, currency: 'USD' }) // 200 rupees
  await buy(asha.id, { price: 300_00 })
  const { orders } = await list(asha, 'sort=amount')
  assert.deepEqual(
    orders.map(({ amount, amountInr, currency }) => [amount, amountInr, currency]),
    [
      [150, 150, 'INR'],
      [1, 200, 'USD'],
      [300, 300, 'INR'],
    ],
  )
})

test('an administrator finds orders by invoice prefix and part of an email, in any case', async (t) => {
  const { asha, rohan, admin, buy } = await openPast(t)
  await buy(asha.id, { price: 100, invoice: 'GSABC1' })
  await buy(asha.id, { price: 200, invoice: 'GSABC2', status: 'completed' })
  await buy(rohan.id, { price: 300, invoice: 'GSXYZ1' })
  const find = async (query: string) => {
    const { amounts, totalOrders } = await list(admin, `sort=amount&${query}`, '/all')
    assert.equal(totalOrders, amounts.length, query)
    return amounts
  }
  assert.deepEqual(await find('search=gsabc'), [1, 2])
  assert.deepEqual(await find('search=GSABC2&searchIndex=invoiceId'), [2])
  assert.deepEqual(await find('search=gsabc&status=completed'), [2])
  for (const nothing of ['ABC1', '%25', '_', 'GS%25', 'GSABC1%20x', '%F0%9F%92%8E'])
    assert.deepEqual(await find(`search=${nothing}`), [], nothing)
  assert.deepEqual(
    await find(`search=${asha.email.slice(2).toUpperCase()}&searchIndex=email`),
    [1, 2],
  )
  assert.deepEqual(await find(`search=%40example.com&searchIndex=email`), [1, 2, 3])
  assert.deepEqual(await find(`search=%25&searchIndex=email`), [])
  assert.deepEqual((await list(asha, 'search=gsabc1')).amounts, [1])
  assert.deepEqual((await list(asha, 'search=GSXYZ')).amounts, [])
})

test('a search that matches half of all customers asks for more letters', async (t) => {
  const { sql, admin } = await openPast(t)
  await sql`
    insert into users (id, full_name, email, created_at, updated_at)
    select gen_random_uuid(), 'Somebody', nth || '@crowd.example', now(), now() from generate_series(1, 10001) nth`
  const { status, code, errors } = await list(admin, 'search=crowd&searchIndex=email', '/all')
  assert.deepEqual([status, code, errors[0]?.field], [400, 'SEARCH_TOO_WIDE', 'search'])
  assert.equal((await list(admin, 'search=77%40crowd&searchIndex=email', '/all')).status, 200)
})

test('an order whose customer, game and pack were deleted is still listed, without erased data', async (t) => {
  const { asha, admin, pack, buy } = await openPast(t)
  await buy(asha.id, { price: 100, status: 'completed' })
  await asha.call(deleteUser, {})
  await admin.send('DELETE', `/api/v1/game/${pack.game._id}`)
  const { orders } = await list(admin, '', '/all')
  const { userId, gameId } = orders[0]!
  assert.deepEqual([userId.email, userId.phone, userId.fullName], [null, null, 'Deleted account'])
  assert.equal(gameId.gameName, pack.game.gameName)
})

test('an invalid list of orders is refused with a reason', async (t) => {
  const { asha, admin } = await openPast(t)
  for (const query of [
    'sort=price',
    'status=paid',
    'paymentStatus=completed',
    'paymentMethod=cash',
    'from=yesterday',
    'to=2026-02-31',
    'page=0',
    'limit=101',
    'userId=me',
  ])
    for (const [person, all] of [
      [asha, ''],
      [admin, '/all'],
    ] as const) {
      const { status, errors } = await list(person, query, all)
      assert.deepEqual([status, errors[0]?.field], [400, query.split('=')[0]], query)
    }
  assert.equal((await list(asha, 'searchIndex=email')).status, 400)
  assert.equal((await list(admin, 'searchIndex=phone', '/all')).status, 400)
  assert.equal((await list(asha, '', '/all')).status, 403)
})
