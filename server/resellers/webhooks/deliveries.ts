import { randomUUIDv7 } from 'node:crypto'
import { Id } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/resellers/webhook-deliveries.ts'
import type { Attempt, Delivery, FullDelivery } from '#contract/resellers/webhook-deliveries.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import * as rows from './delivery-sql.ts'
import { updateEndpoint } from './endpoint-sql.ts'
import { countEvents, insertPing, selectEvents } from './event-sql.ts'
import { toBody, toEvent } from './events.ts'
import { moments, sendTaken } from './sending/send-webhooks.ts'
import { takeOne } from './sending/sending-sql.ts'
import { getEndpoint, holdEndpoint, type Owner } from './webhooks.ts'

const REPLAYED_MAX = 5_000
const TEST_SECONDS_MAX = 8 // the browser gives up after ten

export const listWebhookDeliveries: Handler<typeof contract.listWebhookDeliveries> = async (
  ctx,
  { id, search, ...filter },
  caller,
) => {
  await getEndpoint(ctx, id, caller)
  const sought = readSought(search)
  if (sought === null) return { deliveries: [], total: 0 }
  const list = { ...filter, endpointId: id, sought }
  const [deliveries, total] = await Promise.all([
    rows.selectDeliveries(ctx.sql, list),
    rows.countDeliveries(ctx.sql, list),
  ])
  return { deliveries: deliveries.map(toDelivery), total }
}

export const listApiEvents: Handler<typeof contract.listApiEvents> = async (
  { sql },
  { search, ...filter },
  caller,
) => {
  const sought = readSought(search)
  if (sought === null) return { events: [], total: 0 }
  const list = { ...filter, userId: caller.id, sought }
  const [events, total] = await Promise.all([selectEvents(sql, list), countEvents(sql, list)])
  return {
    events: events.map(({ deliveries, ...event }) => ({ ...toEvent(event), deliveries })),
    total,
  }
}

/** Reads a search for an id: undefined if empty, null if it isn't an id and so matches nothing. */
function readSought(search: string): string | undefined | null {
  if (!search) return undefined
  return Id.safeParse(search).data ?? null
}

export const getWebhookDelivery: Handler<typeof contract.getWebhookDelivery> = (
  ctx,
  { id },
  caller,
) => getDelivery(ctx, id, caller)

async function getDelivery(
  { sql }: Pick<Context, 'sql'>,
  id: string,
  owner: Owner,
): Promise<FullDelivery> {
  const delivery = await rows.selectDelivery(sql, {
    id,
    userId: owner.id,
    isTest: owner.key?.isTest,
  })
  if (!delivery) throw new Refusal('NO_SUCH_DELIVERY')
  const [attempts, event] = await Promise.all([
    rows.selectAttempts(sql, id),
    rows.selectEvent(sql, delivery.eventId),
  ])
  return { ...toDelivery(delivery), attemptList: attempts.map(toAttempt), body: toBody(event) }
}

export const replayDelivery: Handler<typeof contract.replayDelivery> = async (
  ctx,
  { id },
  caller,
) => {
  const { webhookId } = await getDelivery(ctx, id, caller)
  await replay(ctx, { id: webhookId, owner: caller }, async (tx, now) => {
    await rows.updateReplayed(tx, id, now)
    return 1
  })
  return null
}

export const replayWebhook: Handler<typeof contract.replayWebhook> = async (
  ctx,
  { id, since },
  caller,
) => ({
  count: await replay(ctx, { id, owner: caller }, (tx, now) =>
    rows.updateMissed(tx, { endpointId: id, since: new Date(since), now, max: REPLAYED_MAX }),
  ),
})

/** Sends immediately, even to an endpoint that is backing off after failures. */
const replay = (
  { sql, now: clock }: Pick<Context, 'sql' | 'now'>,
  { id, owner }: { id: string; owner: Owner },
  choose: (tx: Tx, now: Date) => Promise<number>,
): Promise<number> =>
  sql.begin(async (tx) => {
    const { isEnabled } = await holdEndpoint(tx, id, owner)
    if (!isEnabled) throw new Refusal('WEBHOOK_DISABLED')
    const now = clock()
    const count = await choose(tx, now)
    await updateEndpoint(tx, id, { restUntil: null })
    if (count > 0) await enqueue(tx, 'send-webhooks', { endpointId: id }, { runAt: now })
    return count
  })

export const testWebhook: Handler<typeof contract.testWebhook> = async (ctx, { id }, caller) => {
  const endpoint = await getEndpoint(ctx, id, caller)
  const { now, again } = moments(ctx)
  const deliveryId = randomUUIDv7()
  await ctx.sql.begin((tx) =>
    insertPing(tx, {
      eventId: randomUUIDv7(),
      deliveryId,
      endpointId: id,
      userId: caller.id,
      isTest: endpoint.isTest,
      data: { webhookId: id, name: endpoint.name },
      now,
      nextAt: again, // a retry, in case this node stops before sending
    }),
  )
  const taken = await takeOne(ctx.sql, { id: deliveryId, now, again })
  await sendTaken(ctx, { endpoint, taken, timeoutSeconds: TEST_SECONDS_MAX })
  return getDelivery(ctx, deliveryId, caller)
}

const toAttempt = ({ number, startedAt, answer, ...rest }: rows.AttemptRow): Attempt => ({
  ...rest,
  number,
  at: startedAt.toISOString(),
  answer: answer ?? '',
})

const toDelivery = ({ id, endpointId, attempt, ...row }: rows.DeliveryRow): Delivery => ({
  _id: id,
  webhookId: endpointId,
  eventId: row.eventId,
  type: row.type,
  subjectId: row.subjectId,
  version: row.version,
  state: row.state,
  attempts: row.attempts,
  lastAttempt: attempt && toAttempt(attempt),
  nextAt: row.nextAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
})
