import type { GatewayName } from '#contract/money/payments.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type NewWebhook = {
  id: string
  gateway: GatewayName
  bodyHash: Buffer // hash of the signed part
  mentioned: string[]
  receivedAt: Date
}

/** Returns false if this gateway event was already stored. */
export async function insertWebhook(tx: Tx, webhook: NewWebhook): Promise<boolean> {
  const { count } = await tx`
    insert into webhook ${tx.values(webhook)} on conflict (gateway, body_hash) do nothing`
  return count > 0
}

export async function updateApplied(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`update webhook set applied_at = ${now} where id = ${id}`
}

/** Empties bodies that older versions of the shop stored. Returns how many were emptied, at most `max`. */
export async function emptyBodies(sql: Sql, max: number): Promise<number> {
  const { count } = await sql`
    update webhook set body = ''
    where id in (select id from webhook where body <> '' limit ${max} for update skip locked)`
  return count
}

export const deleteOldWebhooks = (sql: Sql, before: Date) => sql`
  delete from webhook where received_at < ${before}`

/** Payments that a gateway event mentions, limited to those of the same gateway. */
export const selectMentionedPayments = (sql: Sql | Tx, webhookId: string) => sql<{ id: string }[]>`
  select payment.id from webhook
  join payment on payment.reference = any(mentioned) and payment.gateway = webhook.gateway
  where webhook.id = ${webhookId}`

export const selectMentionedRefunds = (sql: Sql | Tx, webhookId: string) => sql<{ id: string }[]>`
  select refund.id from webhook
  join refund on refund.reference = any(mentioned)
  join capture on capture.id = refund.capture_id and capture.gateway = webhook.gateway
  where webhook.id = ${webhookId}`

/** Refunds without a final answer from their gateway yet. */
export const selectAwaitedRefunds = (sql: Sql, gateway: GatewayName, references: string[]) => sql<
  { id: string }[]
>`
  select refund.id from refund
  join capture on capture.id = refund.capture_id and capture.gateway = ${gateway}
  where refund.reference = any(${references}) and refund.state = 'asked'`
