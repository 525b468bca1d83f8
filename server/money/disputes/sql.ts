import type { Currency } from '#contract/core/money.ts'
import type { DisputeStage, DisputeState } from '#contract/money/disputes.ts'
import type { GatewayName } from '#contract/money/gateways.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { DisputeMoney } from './plan.ts'

export type DisputeRow = DisputeMoney & {
  id: string
  gateway: GatewayName
  gatewayDisputeId: string
  captureId: string | null
  userId: string | null
  state: DisputeState
  stage: DisputeStage
  amount: number
  currency: string
  reason: string
  respondBy: Date | null
  openedAt: Date
  endedAt: Date | null
  readAt: Date
  held: number
  movements: number
  warnings: number
}

const columns = (sql: Sql | Tx) => sql`
  dispute.id, dispute.gateway, gateway_dispute_id, capture_id, dispute.user_id, dispute.state, stage, dispute.amount,
  dispute.currency, reason, respond_by, opened_at, ended_at, read_at, taken, fees, from_wallet, from_shop, held,
  movements, warnings`

/** The disputed payment: by the gateway's own id, or by our reference where it told no id. */
export async function selectDisputed(
  sql: Sql | Tx,
  { gateway, captureId, reference }: PaymentName,
): Promise<Disputed | null> {
  const [row] = await sql<Disputed[]>`
    select capture.id as capture_id, payment.user_id, users.claimed_by, order_id, capture.currency, asked_currency,
      settled_as
    from capture join payment on payment.id = payment_id join users on users.id = payment.user_id
    where capture.gateway = ${gateway} and (
      gateway_payment_id = ${captureId} or payment.reference = ${reference})
    order by gateway_payment_id = ${captureId} desc, captured_at limit 1`
  return row ?? null
}

type PaymentName = { gateway: GatewayName; captureId: string | null; reference: string | null }

export type Disputed = {
  captureId: string
  userId: string
  claimedBy: string | null // account that has claimed the guest who paid
  orderId: string | null
  currency: string
  askedCurrency: Currency
  settledAs: string | null
}

type Holding = { gateway: GatewayName; disputeId: string; userId: string }

/**
 * Finds the person whose wallet holds the disputed money. For a claimed guest that is the account, once money has moved
 * there. A stored dispute keeps its holder.
 */
export async function selectHolder(
  tx: Tx,
  { gateway, disputeId, userId }: Holding,
): Promise<string> {
  const [row] = await tx<[{ holderId: string }]>`
    select coalesce(
      (select user_id from dispute where gateway = ${gateway} and gateway_dispute_id = ${disputeId}),
      (select claimed_by from users
        where id = ${userId} and exists (
          select from posting join transfer on transfer.number = posting.transfer
          where posting.user_id = users.id and posting.amount < 0 and transfer.kind = 'claim')),
      ${userId}::uuid) as holder_id`
  return row.holderId
}

export const lockOrder = (tx: Tx, orderId: string) => tx`
  select from orders where id = ${orderId} for no key update`

/** True if what the order cost went back to the wallet. */
export async function isRefunded(tx: Tx, orderId: string): Promise<boolean> {
  const [row] = await tx<[{ isRefunded: boolean }]>`
    select refunded_at is not null as is_refunded from orders where id = ${orderId}`
  return row.isRefunded
}

type NewDispute = Omit<
  DisputeRow,
  keyof DisputeMoney | 'held' | 'movements' | 'warnings' | 'endedAt' | 'state'
>

/** Inserts a dispute without money. Returns false if it is already stored. */
export async function insertDispute(tx: Tx, dispute: NewDispute): Promise<boolean> {
  const { count } = await tx`
    insert into dispute ${tx.values({ ...dispute, state: 'inquiry' })}
    on conflict (gateway, gateway_dispute_id) do nothing`
  return count > 0
}

export async function lockDispute(
  tx: Tx,
  { gateway, id }: { gateway: GatewayName; id: string },
): Promise<DisputeRow> {
  const [row] = await tx<[DisputeRow]>`
    select ${columns(tx)} from dispute
    where gateway = ${gateway} and gateway_dispute_id = ${id} for no key update`
  return row
}

export const updateDispute = (tx: Tx, id: string, change: Partial<DisputeRow>) => tx`
  update dispute set ${tx.set(change)} where id = ${id}`

type Step = {
  disputeId: string
  at: Date
  heardFrom: 'webhook' | 'poll' | 'order' | 'back office'
  state: DisputeState
  stage: DisputeStage
  taken: number
  fees: number
}

export const insertStep = (tx: Tx, { disputeId, ...step }: Step) => tx`
  insert into dispute_step (dispute_id, number, at, heard_from, state, stage, taken, fees)
  select ${disputeId}, count(*) + 1, ${step.at}, ${step.heardFrom}, ${step.state}, ${step.stage}, ${step.taken},
    ${step.fees}
  from dispute_step where dispute_id = ${disputeId}`

/** Lost disputes about payments for an order. */
export const selectLostOfOrder = (tx: Tx, orderId: string) => tx<
  { gateway: GatewayName; gatewayDisputeId: string; currency: Currency }[]
>`
  select dispute.gateway, gateway_dispute_id, asked_currency as currency
  from payment
  join capture on capture.payment_id = payment.id
  join dispute on dispute.capture_id = capture.id
  where payment.order_id = ${orderId} and dispute.state = 'lost' and from_shop > 0
  order by dispute.id`

/** Disputes that may still change: open ones, and those opened since a moment, because a won one can be reopened. */
export const selectUnsettled = (sql: Sql, gateway: GatewayName, since: Date) => sql<
  { gatewayDisputeId: string }[]
>`
  select gateway_dispute_id from dispute
  where gateway = ${gateway} and (ended_at is null or opened_at >= ${since})`

export async function findDispute(sql: Sql | Tx, id: string): Promise<DisputeRow | null> {
  const [row] = await sql<DisputeRow[]>`select ${columns(sql)} from dispute where id = ${id}`
  return row ?? null
}

export type DisputePhase = Pick<DisputeRow, 'state' | 'stage' | 'readAt'>

/** Locks a dispute against news about it. */
export async function lockPhase(tx: Tx, id: string): Promise<DisputePhase> {
  const [row] = await tx<[DisputePhase]>`
    select state, stage, read_at from dispute where id = ${id} for no key update`
  return row
}

export async function selectPhase(sql: Sql, id: string): Promise<DisputePhase> {
  const [row] = await sql<[DisputePhase]>`
    select state, stage, read_at from dispute where id = ${id}`
  return row
}

type Due = {
  id: string
  gateway: GatewayName
  amount: number
  currency: string
  respondBy: Date
  warnings: number
}

/** Disputes whose answer is due before a moment, and that had fewer warnings than this. */
export const lockDue = (tx: Tx, before: Date, warnings: number) => tx<Due[]>`
  select id, gateway, amount, currency, respond_by, warnings from dispute
  where ended_at is null and state = 'needs response' and respond_by < ${before} and warnings < ${warnings}
  order by id for no key update skip locked`
