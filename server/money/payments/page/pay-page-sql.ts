import type { Currency } from '#contract/core/money.ts'
import type { GatewayName } from '#contract/money/payments.ts'
import type { Sql } from '#server/platform/db/db.ts'
import type { PayPage } from '#connectors/gateways/gateway.ts'

export type PayRow = {
  id: string
  gateway: GatewayName
  reference: string
  orderId: string | null
  amount: number
  currency: Currency
  expiresAt: Date // of its order, if that is earlier
  gameName: string | null // of the order, if it is for one
  itemName: string | null
  page: PayPage | null
  isPaid: boolean
  isWanted: boolean // open, and its order, if any, still waits for money
}

export async function selectPayment(sql: Sql, id: string): Promise<PayRow | null> {
  const [row] = await sql<PayRow[]>`
    select p.id, p.gateway, p.reference, p.order_id, p.amount, p.asked_currency as currency, p.page,
      least(p.expires_at, o.expires_at) as expires_at,
      o.game_name, o.item_name,
      p.state = 'paid' or coalesce(o.status in ('processing', 'completed'), false) as is_paid,
      p.state = 'open' and (p.order_id is null or o.status = 'pending') as is_wanted
    from payment p left join orders o on o.id = p.order_id
    where p.id = ${id}`
  return row ?? null
}
