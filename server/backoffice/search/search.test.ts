import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Right } from '#contract/core/endpoint.ts'
import { searchEverywhere, type Found } from '#contract/backoffice/search.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { analyzeFully } from '#tests/support/database/plans/analyze.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { makeUsers } from '#tests/support/money/ledger.ts'
import { makeManyLines } from '#tests/support/database/past-lines.ts'
import { makeManyOrders, makeOrder, makePack } from '#tests/support/database/past-orders.ts'
import { makeManyPayments } from '#tests/support/database/past-payments.ts'
import { makeManyUsers } from '#tests/support/database/past-users.ts'
import { createPerson, signUp, signUpAdmin, type Person } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import { findScans, openWatchedNode } from '#tests/support/shop/watched-node.ts'

async function find(person: Person, search: string): Promise<Found> {
  const { status, data, message } = await person.call(searchEverywhere, { search })
  assert.equal(status, 200, `${search}: ${message}`)
  return data
}

const KINDS = ['users', 'orders', 'payments', 'transactions', 'games', 'items', 'coupons'] as const

/** Counts the results of each kind, without the empty kinds. */
const counts = (found: Found) =>
  Object.fromEntries(
    KINDS.map((kind) => [kind, found[kind].length] as const).filter(([, count]) => count > 0),
  )

const WILD = ['', ' ', '%', '_', '\\', "'", '(', '+', '💎', '\u{10ffff}', '12345 ('].concat(
  'a'.repeat(200),
)

test('search finds people, orders, payments, games and coupons, each for staff with the right to them', async (t) => {
  const shop = await openShop(t)
  const { sql } = shop
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Devi Raonova')
  const pack = await makePack(admin, { itemName: '120 Opals' })
  const invoice = 'GS0FIND0ME'
  const sold = { userId: asha.id, pack, price: 70_00 }
  const old = await makeOrder(sql, { ...sold, invoice, at: new Date(Date.now() - 86_400_000) })
  const late = await makeOrder(sql, sold)
  await sql`update orders set player_id = 'Zephyr 9', zone_id = '77' where id in (${old}, ${late})`
  const paid = await makeOrder(sql, { ...sold, method: 'upi', isPaid: true })
  const gone = (await makeUsers(sql, 1))[0]!
  await sql`
    update users set full_name = 'Deleted account', email = null, deleted_at = now() where id = ${gone}`
  await makeManyPayments(sql, { count: 3, days: 3, users: [asha.id] })
  await sql`update payment set gateway_id = 'order_Nx7' where gateway = 'cashfree'`
  const coupon = await makeCoupon(admin, { couponCode: 'DIWALI-50' })

  const usersOf = async (search: string) => (await find(admin, search)).users.map(({ _id }) => _id)
  const phone = `+91 ${asha.phone.slice(0, 5)} ${asha.phone.slice(5)}`
  for (const word of [asha.email, asha.email.slice(0, 9).toUpperCase(), asha.id, phone])
    assert.deepEqual(await usersOf(word), [asha.id], word)
  for (const word of ['asha devi', 'RAONOVA', 'raono'])
    assert.ok((await usersOf(word))[0] === asha.id, word)
  assert.deepEqual(await usersOf(gone), [gone])
  assert.deepEqual(await usersOf('Deleted account'), [])

  const ordersOf = async (search: string) =>
    (await find(admin, search)).orders.map(({ _id }) => _id)
  assert.deepEqual(await ordersOf(invoice.toLowerCase()), [old])
  assert.deepEqual(await ordersOf('gs0find'), [old])
  assert.deepEqual(await ordersOf('Zephyr 9'), [late, old])
  assert.deepEqual(await ordersOf('Zeph'), [late, old])
  assert.deepEqual((await ordersOf('12345678(2001)'))[0], paid)
  assert.deepEqual(await ordersOf('12345678 9999'), [])
  await sql`update orders set player_id = 'Zephyr' where id = ${old}`
  assert.deepEqual(await ordersOf('Zephyr (77)'), [old])

  const [line] = await sql<{ utr: string }[]>`
    select reference as utr from transfer where order_id = ${paid}`
  const byUtr = await find(admin, line!.utr)
  assert.equal(byUtr.orders[0]!._id, paid)
  assert.equal(byUtr.transactions[0]!.email, asha.email)
  const payments = await sql<{ id: string; reference: string; capture: string; utr: string }[]>`
    select payment.id, reference, gateway_payment_id as capture, bank_reference as utr
    from payment join capture on payment_id = payment.id where gateway_id = 'order_Nx7' limit 1`
  for (const { id, ...words } of payments)
    for (const word of [...Object.values(words), 'order_Nx7', words.reference.slice(0, -1)])
      assert.ok(
        (await find(admin, word)).payments.some(({ _id }) => _id === id),
        word,
      )
  assert.ok(payments.length > 0)

  const all = await find(admin, pack.game.gameName)
  assert.equal(all.games[0]!._id, pack.game._id)
  assert.deepEqual(
    (await find(admin, 'opals')).items.map(({ _id }) => _id),
    [pack.item._id],
  )
  assert.deepEqual(
    (await find(admin, 'diwali')).coupons.map(({ _id }) => _id),
    [coupon._id],
  )

  for (const word of WILD) await find(admin, word)
  assert.deepEqual(counts(await find(admin, '%')), {})
  assert.equal(
    (await admin.send('GET', `/api/v1/admin/search?search=${'a'.repeat(201)}`)).status,
    400,
  )

  const staff = await signUp(shop, 'Ravi Kumar')
  const seen: Partial<Record<Right, object>> = {
    customers: { users: 1 },
    orders: { orders: 2 },
    payments: { transactions: 2 },
    marketing: {},
  }
  await sql`update users set full_name = ${invoice} where id = ${asha.id}`
  await proveEmail({ sql }, staff)
  for (const [right, expected] of Object.entries(seen)) {
    const rights = [right as Right]
    await admin.call(editUserAsAdmin, { id: staff.id, role: 'staff', rights })
    const { users, orders, transactions, payments } = await find(staff, 'GS')
    const some = {
      users,
      orders: orders.slice(0, 2),
      transactions: transactions.slice(0, 2),
      payments,
    }
    assert.deepEqual(counts({ games: [], items: [], coupons: [], ...some }), expected, right)
  }
  assert.equal((await asha.call(searchEverywhere, { search: 'a' })).code, 'ACCESS_DENIED')
  assert.equal((await shop.visitor.call(searchEverywhere, { search: 'a' })).code, 'NOT_SIGNED_IN')
})

const COUNT = 20_000

test('a search over tens of thousands of rows reads only the few that it shows', async (t) => {
  const shop = await openShop(t)
  const { sql } = shop
  const admin = await signUpAdmin(shop)
  const users = await makeManyUsers(sql, COUNT)
  const [someone] = await sql<[{ fullName: string; email: string; phone: string }]>`
    select full_name, email, phone from users where id = ${users[9]!}`
  await makeManyOrders(sql, { count: COUNT, days: 300, users, pack: await makePack(admin) })
  await makeManyLines(sql, COUNT, users)
  await makeManyPayments(sql, { count: 8_000, days: 300, users })
  const some = users.slice(0, 4_000)
  await sql`
    insert into session (id, user_id, refresh_hash, user_agent, address, created_at, refreshed_at, expires_at)
    select gen_random_uuid(), id, '', 'Firefox', '::1', now(), now(), now() + interval '9 days'
    from unnest(${some}::uuid[]) id`
  await sql`
    insert into issue (id, user_id, type, message, created_at, updated_at)
    select gen_random_uuid(), id, 'other', 'Where is it?', now(), now() from unnest(${some}::uuid[]) id`
  const tables = [
    'users',
    'orders',
    'posting',
    'transfer',
    'payment',
    'capture',
    'session',
    'issue',
  ]
  await analyzeFully(sql, ...tables)
  const tooMuch = await admin.send('GET', '/api/v1/user/all?search=many.example')
  assert.equal(tooMuch.code, 'SEARCH_TOO_WIDE')
  const { node, takePlans } = await openWatchedNode(t, shop)
  const reader = createPerson(node.url, admin.tokens)
  const [first, last] = someone.fullName.split(' ') as [string, string]
  const words = [
    '1',
    'p',
    first,
    last,
    someone.fullName,
    someone.email,
    someone.phone,
    'GS',
    'gsa0',
    'R12',
  ].concat('12345678', '12345678 2001', 'PAAAA', 'pay_', users[3]!)
  const lists = [
    '/user/all?page=1999',
    '/user/all?sort=fullName&page=1500',
    '/user/all?sort=-email&page=1500',
    '/user/all?sort=updatedAt&page=1500',
    `/user/all?search=${someone.phone.slice(2)}&searchIndex=phone`,
    `/user/all?search=${last}&searchIndex=fullName`,
    `/order/all?userId=${users[7]}`,
    `/transaction/all?userId=${users[7]}&currency=INR`,
    `/issue/all?userId=${users[7]}`,
    '/issue/all?status=resolved',
    ...['overview', 'totals', 'players', 'sessions'].map((part) => `/user/${users[7]}/${part}`),
  ]
  for (let time = 0; time < 7; time++) {
    for (const word of [...words, ...WILD]) await find(reader, word)
    for (const list of lists)
      assert.equal((await reader.send('GET', `/api/v1${list}`)).status, 200, list)
  }
  assert.deepEqual(findScans(takePlans(), tables), [])
})
