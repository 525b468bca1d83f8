import { createHash, randomUUIDv7 } from 'node:crypto'
import type { GatewayName } from '#contract/money/payments.ts'
import type * as contract from '#contract/money/gateway-events.ts'
import { isWithinRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { recordDispute } from '#server/money/disputes/record-dispute.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import * as rows from './gateway-event-sql.ts'

const REFERENCES_MAX = 100

/**
 * Stores which payments and payouts a signed gateway event mentions. A job then asks the gateway about them. The event
 * itself is not stored: it names customers, and its contents are never trusted.
 */
export const takeWebhook: Handler<typeof contract.takeWebhook> = async (
  ctx,
  { gateway: name },
  _caller,
  visit,
) => {
  const gateway = (await ctx.gateways()).byName.get(name)
  if (!gateway) throw new Refusal('NO_SUCH_GATEWAY')
  const { headers, body } = visit.raw!
  const receivedAt = ctx.now()
  const mentioned = await gateway.readWebhook({ headers, body, now: receivedAt })
  const disputed = gateway.disputesIn?.(body) ?? []
  if (!mentioned)
    return takeUnsigned(ctx, name, { references: gateway.readUnsigned?.(body) ?? null, disputed })
  const signed = gateway.signedPart?.(body) ?? body
  await ctx.sql.begin(async (tx) => {
    const gatewayEventId = randomUUIDv7()
    const isNew = await rows.insertGatewayEvent(tx, {
      id: gatewayEventId,
      gateway: name,
      bodyHash: createHash('sha256').update(signed).digest(),
      mentioned: [...mentioned, ...disputed.map(asMention)].slice(0, REFERENCES_MAX),
      receivedAt,
    })
    if (!isNew) return
    await enqueue(tx, 'apply-gateway-event', { gatewayEventId })
    const told = gateway.readDispute?.(body)
    const heard = { gateway: name, heardFrom: 'webhook', readAt: receivedAt } as const
    if (told) await recordDispute(ctx, tx, { ...heard, told, isNotice: true })
  })
  return null
}

type Unsigned = { references: string[] | null; disputed: string[] }

const DISPUTE = 'dispute:'
const asMention = (id: string): string => `${DISPUTE}${id}`

const UNSIGNED_DISPUTES = { max: 10, windowSeconds: 5 * 60 }
const UNSIGNED = { max: 1, windowSeconds: 5 * 60 }

/**
 * Handles unsigned events, which anyone can send. About a payout, nothing is written unless it awaits its gateway, and
 * then at most once in five minutes. About disputes, the gateway's list is read at most ten times in five minutes.
 */
async function takeUnsigned(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  gateway: GatewayName,
  { references, disputed }: Unsigned,
): Promise<null> {
  if (!references && disputed.length === 0) throw new Refusal('BAD_SIGNATURE')
  if (disputed.length > 0)
    await sql.begin(async (tx) => {
      const key = `unsigned dispute ${gateway}`
      if (await isWithinRateLimit(tx, { ...UNSIGNED_DISPUTES, key }, now()))
        await enqueue(tx, 'list-disputes', { gateway, isHint: true })
    })
  for (const { id } of await rows.selectAwaitedPayouts(sql, gateway, references ?? []))
    await sql.begin(async (tx) => {
      if (await isWithinRateLimit(tx, { ...UNSIGNED, key: `unsigned ${id}` }, now()))
        await enqueue(tx, 'ask-payout', { payoutId: id, hints: 1 }, { key: `hint ${id}` })
    })
  return null
}

export const applyGatewayEvent = (
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { gatewayEventId }: JobPayload<'apply-gateway-event'>,
): Promise<void> =>
  sql.begin(async (tx) => {
    for (const { id } of await rows.selectMentionedPayments(tx, gatewayEventId))
      await enqueue(tx, 'ask-payment', { paymentId: id, hints: 1 })
    for (const { id } of await rows.selectMentionedPayouts(tx, gatewayEventId))
      await enqueue(tx, 'ask-payout', { payoutId: id, hints: 1 })
    const { gateway, mentioned } = await rows.selectMentioned(tx, gatewayEventId)
    for (const one of mentioned.filter((text) => text.startsWith(DISPUTE)))
      await enqueue(tx, 'ask-dispute', { gateway, disputeId: one.slice(DISPUTE.length), hints: 1 })
    await rows.updateApplied(tx, gatewayEventId, now())
  })
