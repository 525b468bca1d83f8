import type { Order } from '#demo/history/plan/types.ts'
import type { Tx } from './database.ts'
import type { People } from './people-sql.ts'

const UNPAID_MAX = 5 // of one customer at once, as the shop allows by default

/** A shop with orders has its history already, or business of its own. */
export async function hasOrders(tx: Tx): Promise<boolean> {
  const rows = await tx`select from orders limit 1`
  return rows.length > 0
}

/** Places orders through the shop's own function. It checks prices, balances, coupons and rates as always. */
export async function placeOrders(tx: Tx, orders: readonly Order[], people: People): Promise<void> {
  if (orders.length === 0) return
  const inputs = orders.map(({ buyer, pack, coupon, charge, expiresAt, ...order }, index) => ({
    place: index + 1,
    id: order.id,
    invoice: order.invoice,
    user_id: people.idOf(buyer),
    role: buyer.role,
    game_id: pack.gameId,
    item_id: pack.id,
    saved_player: people.playerOf(buyer, pack.gameSlug),
    currency: buyer.currency,
    item_price: charge.itemPrice,
    amount: charge.amount,
    price_inr: order.priceInr,
    discount_inr: coupon?.discount ?? 0,
    amount_inr: charge.amountInr,
    rate: order.rate,
    coupon_id: coupon?.id,
    coupon_code: coupon?.code,
    coupon_updated_at: coupon?.updatedAt,
    created_at: new Date(order.at),
    expires_at: expiresAt && new Date(expiresAt),
    unpaid_max: UNPAID_MAX,
    unproven_unpaid_max: UNPAID_MAX,
  }))
  const refused = await tx<{ place: number; code: string; detail: number }[]>`
    select place, code, detail from place_orders(${JSON.stringify(inputs)}::jsonb) where code is not null`
  const [first] = refused
  if (!first) return
  const { buyer, pack } = orders[first.place - 1]!
  throw new Error(
    `The demo's history: ${buyer.email} cannot buy ${pack.slug}: ${first.code} ${first.detail}`,
  )
}

/** The version of an order grows with its payment through a gateway, and with each step. */
export const versionOf = ({ payment, paidAt }: Order, steps: number): number =>
  1 + Number(payment !== null && paidAt !== null) + steps

export async function payOrders(tx: Tx, orders: readonly Order[]): Promise<void> {
  const rows = orders.map((order) => ({
    id: order.id,
    at: new Date(order.paidAt!),
    reference: order.payment!.bankReference,
    version: versionOf(order, 0),
  }))
  await tx`
    update orders
    set status = 'processing', paid_at = at, payment_reference = one.reference, version = one.version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (id uuid, at timestamptz, reference text, version int)
    where orders.id = one.id`
  await tx`
    insert into item_sale (item_id, count)
    select item_id, count(*) from orders where id = any(${rows.map(({ id }) => id)}::uuid[]) group by item_id`
}

export async function deliverOrders(tx: Tx, orders: readonly Order[]): Promise<void> {
  const rows = orders.map((order) => {
    const steps = order.steps.findIndex(({ status }) => status === 'completed') + 1
    return { id: order.id, at: new Date(order.deliveredAt!), version: versionOf(order, steps) }
  })
  await tx`
    update orders set status = 'completed', ended_at = at, version = one.version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (id uuid, at timestamptz, version int)
    where orders.id = one.id`
}

/** Ends orders that were not delivered, or gives their money back. The money has moved before. */
export async function undoOrders(tx: Tx, orders: readonly Order[]): Promise<void> {
  const rows = orders.map((order) => ({
    id: order.id,
    at: new Date(order.undoneAt!),
    status: order.steps.at(-1)!.status,
    version: versionOf(order, order.steps.length),
  }))
  const ids = rows.map(({ id }) => id)
  await tx`select take_back_order(orders) from orders where id = any(${ids}::uuid[])`
  await tx`
    update orders
    set status = one.status, ended_at = coalesce(ended_at, at), refunded_at = case when paid_at is not null then at end,
      version = one.version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (id uuid, at timestamptz, status text, version int)
    where orders.id = one.id`
}

export async function insertSteps(
  tx: Tx,
  orders: readonly Order[],
  adminId: string,
): Promise<void> {
  const rows = orders.flatMap((order) =>
    order.steps.map(({ at, status, words, isByPerson }, index) => ({
      orderId: order.id,
      number: versionOf(order, index + 1),
      status,
      message: words,
      userId: isByPerson ? adminId : null,
      at: new Date(at),
    })),
  )
  await tx`
    insert into order_event (order_id, number, status, message, user_id, created_at)
    select "orderId", number, status, message, "userId", at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as one ("orderId" uuid, number int, status text, message text, "userId" uuid, at timestamptz)`
}

/** Deletes the jobs that placing and paying have written: their mails and deliveries are long past. */
export const deleteJobs = (tx: Tx, orders: readonly Order[]) => tx`
  delete from job where payload->>'orderId' = any(${orders.map(({ id }) => id)})`
