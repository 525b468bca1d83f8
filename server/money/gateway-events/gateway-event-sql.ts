import type { GatewayName } from '#contract/money/payments.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type NewGatewayEvent = {
  id: string
  gateway: GatewayName
  bodyHash: Buffer // hash of the signed part
  mentioned: string[]
  receivedAt: Date
}

/** Returns false if this gateway event was already stored. */
export async function insertGatewayEvent(tx: Tx, event: NewGatewayEvent): Promise<boolean> {
  const { count } = await tx`
    insert into gateway_event ${tx.values(event)} on conflict (gateway, body_hash) do nothing`
  return count > 0
}

export async function updateApplied(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`update gateway_event set applied_at = ${now} where id = ${id}`
}

/** Empties bodies that older versions of the shop stored. Returns how many were emptied, at most `max`. */
export async function emptyBodies(sql: Sql, max: number): Promise<number> {
  const { count } = await sql`
    update gateway_event set body = ''
    where id in (select id from gateway_event where body <> '' limit ${max} for update skip locked)`
  return count
}

export const deleteOldGatewayEvents = (sql: Sql, before: Date) => sql`
  delete from gateway_event where received_at < ${before}`

export async function selectMentioned(
  tx: Tx,
  gatewayEventId: string,
): Promise<{ gateway: GatewayName; mentioned: string[] }> {
  const [row] = await tx<[{ gateway: GatewayName; mentioned: string[] }]>`
    select gateway, mentioned from gateway_event where id = ${gatewayEventId}`
  return row
}

/** Payments that a gateway event mentions, limited to those of the same gateway. */
export const selectMentionedPayments = (sql: Sql | Tx, gatewayEventId: string) => sql<
  { id: string }[]
>`
  select payment.id from gateway_event
  join payment on payment.reference = any(mentioned) and payment.gateway = gateway_event.gateway
  where gateway_event.id = ${gatewayEventId}`

export const selectMentionedPayouts = (sql: Sql | Tx, gatewayEventId: string) => sql<
  { id: string }[]
>`
  select payout.id from gateway_event
  join payout on payout.reference = any(mentioned)
  join capture on capture.id = payout.capture_id and capture.gateway = gateway_event.gateway
  where gateway_event.id = ${gatewayEventId}`

/** Payouts without a final answer from their gateway yet. */
export const selectAwaitedPayouts = (sql: Sql, gateway: GatewayName, references: string[]) => sql<
  { id: string }[]
>`
  select payout.id from payout
  join capture on capture.id = payout.capture_id and capture.gateway = ${gateway}
  where payout.reference = any(${references}) and payout.state = 'asked'`
