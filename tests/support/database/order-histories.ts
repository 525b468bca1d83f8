import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { pino } from 'pino'
import type { Currency } from '#contract/core/money.ts'
import { charge } from '#contract/catalogue/pricing.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { endOrder } from '#server/orders/end/end-order.ts'
import { placeOrders, type NewOrder } from '#server/orders/place/sql-place.ts'
import { endow, makeUsers } from '#tests/support/money/ledger.ts'

// Random histories of batches of orders, run on the database and on a model without locks or SQL.

const PEOPLE = 3
const PRICES = [100_00, 30_00] // of the packs; only the second has a limited stock
const STOCK = 20
const COUPON = { code: 'MODEL', discount: 40_00, useMax: 8 }
const RATE = 0.012
const PENDING_MAX = 5

const input = fc.record({
  person: fc.nat(PEOPLE - 1),
  item: fc.nat(PRICES.length - 1),
  currency: fc.constantFrom<Currency>('INR', 'USD'),
  hasCoupon: fc.boolean(),
  waits: fc.boolean(), // for a gateway payment; orders in dollars never wait
  key: fc.option(fc.nat(12), { freq: 3 }), // a small range, so that many keys repeat
  slip: fc.option(fc.constantFrom('price' as const, 'player' as const, 'role' as const), {
    freq: 8,
  }),
})
type DrawnOrder = typeof input extends fc.Arbitrary<infer One> ? One : never

const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ batch: fc.array(input, { minLength: 1, maxLength: 6 }) }) },
  fc.record({ end: fc.nat(100) }),
  fc.record({ person: fc.nat(PEOPLE - 1), gift: fc.integer({ min: 1, max: 2_000_00 }) }),
)
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never

export const orderHistory = (operationsMax: number): fc.Arbitrary<Operation[]> =>
  fc.array(operation, { minLength: Math.ceil(operationsMax / 2), maxLength: operationsMax })

type Model = {
  balances: Map<string, number>
  keys: Map<string, string>
  stock: number
  uses: number
  placed: { drawn: DrawnOrder; id: string; isEnded: boolean }[]
}

const priceOf = ({ item, currency, hasCoupon }: DrawnOrder) => {
  const discount = hasCoupon ? COUPON.discount : 0
  return charge({ price: PRICES[item]!, discount, currency, rate: RATE })
}

const isPending = ({ waits, currency }: DrawnOrder) => waits && currency === 'INR'

/** Predicts the outcome of one order, with the checks in the order of the real ones. */
function predict(model: Model, { one, id }: { one: DrawnOrder; id: string }): string | null {
  const { person, item, currency, hasCoupon, key, slip } = one
  const content = JSON.stringify(one)
  const name = `${person} ${isPending(one)} ${key}`
  const known = key === null ? undefined : model.keys.get(name)
  if (known !== undefined) return known === content ? null : 'IDEMPOTENCY_KEY_REUSED'
  if (slip === 'role') return 'PRICE_CHANGED'
  if (slip === 'player') return 'NO_SUCH_GAME_DETAIL'
  if (slip === 'price') return 'STALE'
  if (hasCoupon && model.uses === COUPON.useMax) return 'COUPON_NOT_USABLE'
  if (item === 1 && model.stock === 0) return 'OUT_OF_STOCK'
  const wallet = `${person} ${currency}`
  const balance = model.balances.get(wallet) ?? 0
  const amount = isPending(one) ? 0 : priceOf(one).amount
  if (amount > balance) return 'BALANCE_TOO_LOW'
  const waiting = model.placed.filter(
    ({ drawn, isEnded }) => drawn.person === person && isPending(drawn) && !isEnded,
  )
  if (isPending(one) && waiting.length >= PENDING_MAX) return 'TOO_MANY_OPEN_ORDERS'
  model.balances.set(wallet, balance - amount)
  if (key !== null) model.keys.set(name, content)
  if (hasCoupon) model.uses++
  if (item === 1) model.stock--
  model.placed.push({ drawn: one, id, isEnded: false })
  return null
}

/** Refunds or cancels an order. Some have already ended, which must change nothing. */
async function end(sql: Sql, model: Model, nth: number): Promise<void> {
  const order = model.placed[nth % Math.max(model.placed.length, 1)]
  if (!order) return
  const { drawn, id: orderId, isEnded } = order
  const ctx = { now: () => new Date(), log: pino({ level: 'silent' }) }
  const end = isPending(drawn) ? 'cancelled' : 'refunded'
  await sql.begin((tx) => endOrder(ctx, tx, { orderId, end }))
  if (isEnded) return
  order.isEnded = true
  const wallet = `${drawn.person} ${drawn.currency}`
  const given = isPending(drawn) ? 0 : priceOf(drawn).amount
  model.balances.set(wallet, (model.balances.get(wallet) ?? 0) + given)
  if (drawn.item === 1) model.stock++
  if (drawn.hasCoupon) model.uses--
}

type Setup = {
  people: string[]
  players: string[]
  gameId: string
  items: string[]
  couponId: string
}

/** Runs a history, and compares database and model after each operation. */
export async function playOrders(sql: Sql, operations: Operation[]): Promise<void> {
  const setup = await openSetup(sql)
  const model: Model = { balances: new Map(), keys: new Map(), stock: STOCK, uses: 0, placed: [] }
  for (const one of operations) {
    if ('gift' in one) {
      const { person, gift } = one
      await endow(sql, setup.people[person]!, gift, gift % 2 === 0 ? 'INR' : 'USD')
      const wallet = `${person} ${gift % 2 === 0 ? 'INR' : 'USD'}`
      model.balances.set(wallet, (model.balances.get(wallet) ?? 0) + gift)
    } else if ('end' in one) await end(sql, model, one.end)
    else {
      const inputs = one.batch.map((each) => toNewOrder(setup, each))
      const expected = one.batch.map((each, index) =>
        predict(model, { one: each, id: inputs[index]!.id }),
      )
      const outcomes = await placeOrders(sql, inputs)
      assert.deepEqual(
        outcomes.map(({ code }) => code),
        expected,
      )
    }
    await compare(sql, setup, model)
  }
}

async function openSetup(sql: Sql): Promise<Setup> {
  const people = await makeUsers(sql, PEOPLE)
  const [gameId, couponId] = [randomUUID(), randomUUID()]
  const items = PRICES.map(() => randomUUID())
  const players = people.map(() => randomUUID())
  const code = `MODEL-${couponId.slice(0, 8).toUpperCase()}`
  await sql`
    insert into game (id, slug, name, description, publisher, link, is_available, source, source_game, source_region,
      player_label, zone_label, zone_options, is_validation_required, created_at, updated_at)
    values (${gameId}, ${gameId}, 'Game', '', '', '', true, 'manual', '', '', '', '', '{}', false, now(), now())`
  await sql`
    insert into item (id, game_id, slug, name, is_available, index, selling_price, quantity, service_id,
      is_quantity_shown, created_at, updated_at)
    select id, ${gameId}, id, 'Pack', true, 0, price, case price when ${PRICES[1]!}::int then ${STOCK}::int end, '', false, now(), now()
    from unnest(${items}::uuid[], ${PRICES}::int[]) as pack (id, price)`
  await sql`
    insert into coupon (id, code, discount, price_min, is_active, use_max, is_global, created_at, updated_at)
    values (${couponId}, ${code}, ${COUPON.discount}, 0, true, ${COUPON.useMax}, true, ${WHEN}, ${WHEN})`
  await sql`
    insert into player (id, user_id, game_id, player_id, zone_id, name, item_slug, created_at, updated_at)
    select id, user_id, ${gameId}, '1', '', '', '', now(), now()
    from unnest(${players}::uuid[], ${people}::uuid[]) as player (id, user_id)`
  return { people, players, gameId, items, couponId }
}

const WHEN = new Date('2025-01-01T00:00:00.000Z')

function toNewOrder(
  { people, players, gameId, items, couponId }: Setup,
  one: DrawnOrder,
): NewOrder {
  const { person, item, currency, hasCoupon, key, slip } = one
  const { itemPrice, amount, amountInr } = priceOf(one)
  const id = randomUUID()
  const requestHash = createHash('sha256').update(JSON.stringify(one)).digest()
  return {
    id,
    invoice: id,
    userId: people[person]!,
    role: slip === 'role' ? 'reseller' : 'user',
    buyer: { address: null, network: null, device: null },
    request: key === null ? null : { key: String(key), requestHash, answer: { _id: id } },
    gameId,
    itemId: items[item]!,
    savedPlayer: players[slip === 'player' ? (person + 1) % PEOPLE : person]!,
    currency,
    itemPrice,
    amount,
    priceInr: slip === 'price' ? PRICES[item]! + 1 : PRICES[item]!,
    amountInr,
    rate: currency === 'USD' ? RATE : null,
    coupon: hasCoupon
      ? { id: couponId, code: COUPON.code, discount: COUPON.discount, updatedAt: WHEN }
      : null,
    createdAt: new Date(),
    expiresAt: isPending(one) ? new Date(Date.now() + 900_000) : null,
    unpaidMax: { proven: PENDING_MAX, unproven: PENDING_MAX },
  }
}

async function compare(sql: Sql, { people, items, couponId }: Setup, model: Model): Promise<void> {
  const balances = await sql<{ wallet: string; balance: number }[]>`
    select person - 1 || ' ' || currency as wallet, balance_of(user_id, currency) as balance
    from unnest(${people}::uuid[]) with ordinality as people (user_id, person),
      (values ('INR'), ('USD')) as currencies (currency)`
  for (const { wallet, balance } of balances)
    assert.equal(balance, model.balances.get(wallet) ?? 0, wallet)
  const [row] = await sql<[Record<string, number>]>`
    select (select quantity from item where id = ${items[1]!}) as stock,
      (select use_count from coupon where id = ${couponId}) as uses,
      (select count(*) from orders where user_id = any(${people})) as orders,
      (select count(*) from orders where user_id = any(${people}) and status = 'pending') as waiting,
      (select count(*) from job where name = 'expire-order'
        and payload ->> 'orderId' in (select id::text from orders where user_id = any(${people}))) as expiries,
      (select count(*) from orders where user_id = any(${people})
        and item_price = (select sum(amount) from transfer
          where order_id = orders.id and kind = 'order')) as paid,
      (select coalesce(sum(count), 0) from item_sale where item_id = any(${items})) as sold,
      (select count(*) from idempotency where user_id = any(${people})) as keys`
  const { stock, uses, placed, keys } = model
  const orders = placed.length
  const open = placed.filter(({ isEnded }) => !isEnded)
  const waiting = open.filter(({ drawn }) => isPending(drawn)).length
  const expiries = placed.filter(({ drawn }) => isPending(drawn)).length
  const [paid, sold] = [orders - expiries, open.length - waiting]
  const expected = { stock, uses, orders, waiting, expiries, paid, sold, keys: keys.size }
  assert.deepEqual(row, expected)
}
