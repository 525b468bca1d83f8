import type { Currency } from '#contract/core/money.ts'
import type { GatewayName } from '#contract/money/gateways.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { DisputeRow } from './sql.ts'

type MailRow = {
  fullName: string
  email: string | null
  reference: string
  amount: number
  currency: Currency
  fromWallet: number
  balance: number
}

export async function selectDisputeMail(sql: Sql, id: string): Promise<MailRow | null> {
  const [row] = await sql<MailRow[]>`
    select users.full_name, users.email, payment.reference, dispute.amount, asked_currency as currency,
      from_wallet, balance_of(users.id, asked_currency) as balance
    from dispute
    join users on users.id = dispute.user_id
    join capture on capture.id = capture_id
    join payment on payment.id = payment_id
    where dispute.id = ${id}`
  return row ?? null
}

type Filter = { isOpen?: boolean; gateway?: GatewayName; userId?: string; orderId?: string }
type List = Filter & { isOldestFirst: boolean; limit: number; offset: number }

export type ListedDispute = DisputeRow & {
  reference: string | null
  purpose: 'order' | 'top-up'
  gatewayPaymentId: string
  orderId: string | null
  invoice: string | null
  fullName: string
  steps: {
    at: string
    heardFrom: 'webhook' | 'poll' | 'order' | 'back office'
    state: DisputeRow['state']
    stage: DisputeRow['stage']
    taken: number
    fees: number
  }[]
}

const matches = (sql: Sql, { isOpen, gateway, userId, orderId }: Filter) => sql`
  true
  ${isOpen === undefined ? sql`` : isOpen ? sql`and ended_at is null` : sql`and ended_at is not null`}
  ${gateway ? sql`and dispute.gateway = ${gateway}` : sql``}
  ${userId ? sql`and dispute.user_id = ${userId}` : sql``}
  ${
    orderId
      ? sql`and capture_id in (
          select capture.id from payment join capture on payment_id = payment.id where order_id = ${orderId})`
      : sql``
  }`

const whole = (sql: Sql | Tx) => sql`
  select page.*, payment.reference, payment.purpose, gateway_payment_id, payment.order_id, orders.invoice,
    users.full_name, coalesce((
      select jsonb_agg(jsonb_build_object('at', at, 'heardFrom', heard_from, 'state', step.state, 'stage', step.stage,
        'taken', step.taken, 'fees', step.fees) order by number)
      from dispute_step step where dispute_id = page.id), '[]') as steps`

const joins = (sql: Sql | Tx) => sql`
  left join capture on capture.id = page.capture_id
  left join payment on payment.id = capture.payment_id
  left join orders on orders.id = payment.order_id
  left join users on users.id = page.user_id`

export const selectDisputes = (sql: Sql, { isOldestFirst, limit, offset, ...filter }: List) =>
  sql<ListedDispute[]>`
    ${whole(sql)}
    from (
      select * from dispute where ${matches(sql, filter)}
      order by ${isOldestFirst ? sql`opened_at, id` : sql`opened_at desc, id desc`}
      limit ${limit} offset ${offset}
    ) page
    ${joins(sql)}
    order by ${isOldestFirst ? sql`opened_at, page.id` : sql`opened_at desc, page.id desc`}`

export async function selectDispute(sql: Sql | Tx, id: string): Promise<ListedDispute | null> {
  const [row] = await sql<ListedDispute[]>`
    ${whole(sql)} from (select * from dispute where id = ${id}) page ${joins(sql)}`
  return row ?? null
}

export async function countDisputes(sql: Sql, filter: Filter): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from dispute where ${matches(sql, filter)}`
  return row.count
}
