import type { Currency } from '#contract/core/money.ts'
import { GATEWAY } from '#demo/history/plan/plan-orders.ts'
import type { Order, TopUp } from '#demo/history/plan/types.ts'
import type { Tx } from './database.ts'
import type { People } from './people-sql.ts'

type Line = { from: string; to: string; amount: number }

/** An event of the ledger. All its lines share one key. */
export type Movement = {
  key: string
  kind: 'top-up' | 'order' | 'refund' | 'gift' | 'prize'
  reference: string
  orderId?: string
  at: number
  currency: Currency
  lines: Line[]
}

/** Moves money through the ledger's own function, one event after the other. */
export async function moveMoney(tx: Tx, movements: readonly Movement[]): Promise<void> {
  if (movements.length === 0) return
  const rows = movements.map(({ lines, currency, at, ...movement }, n) => {
    const moved = lines.filter(({ amount }) => amount > 0)
    return {
      ...movement,
      n,
      at: new Date(at),
      sources: moved.map(({ from }) => from),
      targets: moved.map(({ to }) => to),
      currencies: moved.map(() => currency),
      amounts: moved.map(({ amount }) => amount),
    }
  })
  const [{ repeats }] = await tx<[{ repeats: number }]>`
    select count(*) filter (where is_repeat)::int as repeats
    from (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (n int, key text, kind text, reference text,
        "orderId" uuid, at timestamptz, sources text[], targets text[], currencies text[], amounts bigint[])
      order by n
    ) event
    cross join lateral move_money(key, kind, reference, "orderId", at, sources, targets, currencies, amounts) moved`
  if (repeats > 0) throw new Error(`${repeats} movements of the demo's history were booked before`)
}

export const toTopUp = (
  { buyer, amount, at, reference, payment }: TopUp,
  people: People,
): Movement => {
  const id = people.idOf(buyer)
  const key = payment
    ? `payment:${GATEWAY}:${payment.gatewayPaymentId}`
    : `gift:${buyer.currency}:demo:${reference}` // names no administrator, so it uses up nobody’s limit of today
  const from = payment ? 'house:gateway' : 'house:gifts'
  return {
    key,
    kind: payment ? 'top-up' : 'gift',
    reference,
    at,
    currency: buyer.currency,
    lines: [{ from, to: `wallet:${id}`, amount }],
  }
}

/** Money that a gateway took for an order goes to the wallet, and from there to the shop. */
export function toPayments(
  { id, buyer, charge, payment, paidAt }: Order,
  people: People,
): Movement[] {
  const wallet = `wallet:${people.idOf(buyer)}`
  const { bankReference: reference, gatewayPaymentId } = payment!
  const common = { reference, orderId: id, at: paidAt!, currency: buyer.currency }
  const { amount, discount } = charge
  return [
    {
      ...common,
      key: `payment:${GATEWAY}:${gatewayPaymentId}`,
      kind: 'top-up',
      lines: [{ from: 'house:gateway', to: wallet, amount }],
    },
    {
      ...common,
      key: `order:${id}`,
      kind: 'order',
      lines: [
        { from: wallet, to: 'house:sales', amount },
        { from: 'house:coupons', to: 'house:sales', amount: discount },
      ],
    },
  ]
}

export const toRefund = (order: Order, reference: string, people: People): Movement => ({
  key: `refund:${order.id}`,
  kind: 'refund',
  reference,
  orderId: order.id,
  at: order.undoneAt!,
  currency: order.buyer.currency,
  lines: [
    { from: 'house:sales', to: `wallet:${people.idOf(order.buyer)}`, amount: order.charge.amount },
    { from: 'house:sales', to: 'house:coupons', amount: order.charge.discount },
  ],
})

/** Writes every attempt to pay through the gateway, and what the gateway took. */
export async function insertPayments(
  tx: Tx,
  { orders, topUps }: { orders: readonly Order[]; topUps: readonly TopUp[] },
  people: People,
): Promise<void> {
  const rows = [
    ...orders.map((order) => ({
      ...order,
      amount: order.charge.amount,
      orderId: order.id,
      settledAt: order.paidAt,
    })),
    ...topUps.map((topUp) => ({ ...topUp, orderId: null, settledAt: topUp.at })),
  ].flatMap(({ buyer, amount, payment, orderId, settledAt }) => {
    if (!payment) return []
    const { createdAt, capturedAt, ...names } = payment
    const [expiresAt, captured] = [createdAt + LIFE_MS, capturedAt && new Date(capturedAt)]
    const settled = settledAt && new Date(settledAt)
    const userId = people.idOf(buyer)
    const [created, expires] = [new Date(createdAt), new Date(expiresAt)]
    return { ...names, userId, amount, orderId, created, expires, captured, settled }
  })
  const json = JSON.stringify(rows)
  await tx`
    insert into payment (id, reference, user_id, purpose, order_id, gateway, amount, state, gateway_id, created_at, expires_at,
      ended_at)
    select id, reference, "userId", case when "orderId" is null then 'top-up' else 'order' end, "orderId", ${GATEWAY}, amount,
      case when captured is null then 'failed' else 'paid' end, "gatewayId", created, expires, coalesce(settled, expires)
    from jsonb_to_recordset(${json}::jsonb) as one (id uuid, reference text, "userId" uuid, "orderId" uuid, amount bigint,
      "gatewayId" text, created timestamptz, expires timestamptz, captured timestamptz, settled timestamptz)`
  await tx`
    insert into capture (id, payment_id, gateway, gateway_payment_id, amount, currency, bank_reference, captured_at, settled_as,
      settled_at)
    select "captureId", id, ${GATEWAY}, "gatewayPaymentId", amount, 'INR', "bankReference", captured,
      case when "orderId" is null then 'top-up' else 'order' end, settled
    from jsonb_to_recordset(${json}::jsonb) as one (id uuid, "captureId" uuid, "gatewayPaymentId" text, "bankReference" text,
      "orderId" uuid, amount bigint, captured timestamptz, settled timestamptz)
    where captured is not null`
}

const LIFE_MS = 17 * 60_000 // of a payment page
