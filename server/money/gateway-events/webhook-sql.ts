import type { GatewayName } from '#contract/payments.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type NewWebhook = {
  id: string
  gateway: GatewayName
  bodyHash: Buffer // of what is signed
  mentioned: string[]
  receivedAt: Date
}

/** Says whether it is new. */
export async function insertWebhook(tx: Tx, webhook: NewWebhook): Promise<boolean> {
  const { count } = await tx`
    insert into webhook ${tx.values(webhook)} on conflict (gateway, body_hash) do nothing`
  return count > 0
}

export async function updateApplied(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`update webhook set applied_at = ${now} where id = ${id}`
}

/** Older versions of the shop kept the whole message. Answers how many were emptied, at most `max`. */
export async function emptyBodies(sql: Sql, max: number): Promise<number> {
  const { count } = await sql`
    update webhook set body = ''
    where id in (select id from webhook where body <> '' limit ${max} for update skip locked)`
  return count
}

export const deleteOldWebhooks = (sql: Sql, before: Date) => sql`
  delete from webhook where received_at < ${before}`

/** What a webhook is about, as far as it is ours and of the same gateway. */
export const selectMentionedPayments = (sql: Sql | Tx, webhookId: string) => sql<{ id: string }[]>`
  select payment.id from webhook
  join payment on payment.reference = any(mentioned) and payment.gateway = webhook.gateway
  where webhook.id = ${webhookId}`

export const selectMentionedRefunds = (sql: Sql | Tx, webhookId: string) => sql<{ id: string }[]>`
  select refund.id from webhook
  join refund on refund.reference = any(mentioned)
  join capture on capture.id = refund.capture_id and capture.gateway = webhook.gateway
  where webhook.id = ${webhookId}`

/** Refunds that their gateway has yet to speak about. */
export const selectAwaitedRefunds = (sql: Sql, gateway: GatewayName, references: string[]) => sql<
  { id: string }[]
>`
  select refund.id from refund
  join capture on capture.id = refund.capture_id and capture.gateway = ${gateway}
  where refund.reference = any(${references}) and refund.state = 'asked'`
