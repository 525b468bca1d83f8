import { randomInt, randomUUID } from 'node:crypto'
import type { FullGame, FullItem } from '#contract/catalogue/games.ts'
import type { Currency } from '#contract/core/money.ts'
import type { OrderStatus, PaymentMethod } from '#contract/orders/orders.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { moveOrderMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { endow, QUIET } from '#tests/support/money/ledger.ts'
import type { Person } from '#tests/support/accounts/people.ts'

type Pack = { game: FullGame; item: FullItem }

export async function makePack(admin: Person, fields: Parameters<typeof makeItem>[2] = {}) {
  const game = await makeGame(admin)
  return { game, item: await makeItem(admin, game, fields) }
}

type PastOrderInput = {
  userId: string
  pack: Pack
  currency?: Currency
  price?: number
  discount?: number
  coupon?: { id: string; code: string } | null
  method?: PaymentMethod
  isPaid?: boolean
  status?: OrderStatus
  invoice?: string
  at?: Date
}

const ENDED: OrderStatus[] = ['completed', 'cancelled', 'failed', 'refunded']

/** Makes an order, new or already ended. It may be one that no customer could place today. */
export async function makeOrder(sql: Sql, input: PastOrderInput): Promise<string> {
  const { userId, pack, currency = 'INR', price = 100_00, discount = 0, method = 'wallet' } = input
  const { isPaid = method === 'wallet', status = isPaid ? 'processing' : 'pending' } = input
  const { at = new Date(), invoice = newInvoice(), coupon = null } = input
  const id = randomUUID()
  const amount = price - discount
  const rupees = (minor: number) => (currency === 'INR' ? minor : minor * 2) // a rate of 0.005
  const order = {
    id,
    invoice,
    userId,
    status,
    gameId: pack.game._id,
    itemId: pack.item._id,
    savedPlayer: randomUUID(),
    playerId: '12345678',
    zoneId: '2001',
    playerName: 'Ninja',
    currency,
    itemPrice: price,
    amount,
    priceInr: rupees(price),
    discountInr: rupees(discount),
    amountInr: rupees(amount),
    rate: currency === 'INR' ? null : 0.005,
    couponId: coupon?.id ?? null,
    couponCode: coupon?.code ?? null,
    takesStock: pack.item.quantity !== null,
    paymentMethod: method,
    createdAt: at,
    paidAt: isPaid ? at : null,
    endedAt: ENDED.includes(status) ? at : null,
    refundedAt: isPaid && ENDED.includes(status) && status !== 'completed' ? at : null,
    gameName: pack.game.gameName,
    itemName: pack.item.itemName,
  }
  if (isPaid && amount > 0) await endow(sql, userId, amount, currency)
  await sql.begin(async (tx) => {
    const isDelivered = status === 'completed' // completed by an update, so that the triggers count it
    const placed = isDelivered ? { ...order, status: 'processing', endedAt: null } : order
    await tx`insert into orders ${tx.values(placed)}`
    if (isDelivered) await tx`update orders set ${tx.set({ status, endedAt: at })} where id = ${id}`
    const payment = {
      kind: 'order',
      orderId: id,
      payer: walletOf(userId),
      reference: invoice,
    } as const
    if (isPaid) await moveOrderMoney(QUIET, tx, { ...payment, order, now: at })
    await take(tx, { isPaid, itemId: order.itemId, couponId: order.couponId })
  })
  return id
}

type Counted = { isPaid: boolean; itemId: string; couponId: string | null }

async function take(tx: Tx, { isPaid, itemId, couponId }: Counted): Promise<void> {
  await tx`update coupon set use_count = use_count + 1 where id = ${couponId}`
  await tx`update item set quantity = quantity - 1 where id = ${itemId} and quantity is not null`
  if (isPaid) await tx`insert into item_sale (item_id, count) values (${itemId}, 1)`
}

const newInvoice = () =>
  `GS${randomInt(2 ** 47)
    .toString(32)
    .toUpperCase()}`

type Sold = { game: { _id: string }; item: { _id: string } }
type Many = { count: number; days: number; users: string[]; pack: Sold }

const BATCH = 20_000

/** Makes many past orders in plain SQL, without their money, for long lists. */
export async function makeManyOrders(sql: Sql, many: Many): Promise<void> {
  for (let first = 1; first <= many.count; first += BATCH)
    await insertMany(sql, many, { first, last: Math.min(first + BATCH - 1, many.count) })
}

type Range = { first: number; last: number }

const insertMany = (sql: Sql, { count, days, users, pack }: Many, { first, last }: Range) => sql`
  insert into orders (id, invoice, user_id, status, game_id, item_id, saved_player, player_id, zone_id, player_name,
    currency, item_price, amount, price_inr, discount_inr, amount_inr, takes_stock, payment_method, created_at, paid_at,
    ended_at, refunded_at, game_name, item_name)
  select gen_random_uuid(), 'GS' || upper(substr(md5(nth::text), 1, 14)), (${users}::uuid[])[1 + nth % ${users.length}],
    status, ${pack.game._id}, ${pack.item._id}, gen_random_uuid(), '12345678', '2001', 'Ninja', 'INR', price, price, price,
    0, price, false, method, at, case when is_paid then at end, case when status <> 'processing' then at end,
    case when is_paid and status in ('cancelled', 'failed', 'refunded') then at end, 'Game', 'Pack'
  from generate_series(${first}::int, ${last}::int) nth
  cross join lateral (select
    case when nth % 5003 = 0 then 'refunded' when nth % 997 = 0 then 'processing' when nth % 7 = 0 then 'failed'
      when nth % 11 = 0 then 'cancelled' else 'completed' end as status,
    case when nth % 7 = 0 or nth % 4001 = 0 then 'upi' else 'wallet' end as method,
    100 * (1 + nth * 7919::bigint % 500) as price,
    date_trunc('milliseconds', now() - make_interval(secs => 86400.0 * ${days}::int * nth / ${count}::int)) as at
  ) made
  cross join lateral (select method = 'wallet' or status not in ('cancelled', 'failed') or nth % 49 = 0 as is_paid) paid`
