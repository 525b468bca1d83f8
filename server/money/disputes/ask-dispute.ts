import type { GatewayName } from '#contract/money/gateways.ts'
import type { Context } from '#server/context.ts'
import type { GatewayDispute } from '#connectors/gateways/gateway.ts'
import { titleOf } from '#server/money/gateways/connectors.ts'
import { endAlerts, raiseAlert } from '#server/platform/alerts/alerts.ts'
import { afterHint } from '#server/platform/after-hint.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { recordDispute } from './record-dispute.ts'
import { selectUnsettled } from './sql.ts'

type Deps = Pick<Context, 'sql' | 'now' | 'log' | 'gateways' | 'connectors'>

const LISTED_MS = 120 * 24 * 60 * 60 * 1000 // a card payment can be disputed about that late

/**
 * Asks the gateway about a dispute. After an event it asks again soon, because the gateway's systems learn of the news
 * one by one, and a failure is retried. Otherwise the next poll asks anyway.
 */
export async function askDispute(
  ctx: Deps,
  { gateway, disputeId, hints }: JobPayload<'ask-dispute'>,
): Promise<void> {
  if (hints === 0)
    return readDispute(ctx, { gateway, disputeId, heardFrom: 'poll' }).catch(
      logFailure(ctx, gateway),
    )
  await readDispute(ctx, { gateway, disputeId, heardFrom: 'webhook' })
  const runAt = afterHint(hints, ctx.now())
  if (runAt)
    await ctx.sql.begin((tx) =>
      enqueue(tx, 'ask-dispute', { gateway, disputeId, hints: hints + 1 }, { runAt }),
    )
}

const logFailure =
  ({ log }: Pick<Context, 'log'>, gateway: GatewayName) =>
  (error: unknown) =>
    log.warn({ err: error, gateway }, 'gateway cannot be asked about disputes')

type Question = { gateway: GatewayName; disputeId: string; heardFrom: 'webhook' | 'poll' }

/** Throws if the gateway cannot be asked. */
export async function readDispute(
  ctx: Deps,
  { gateway, disputeId, heardFrom }: Question,
): Promise<void> {
  const { disputes } = (await ctx.gateways()).byName.get(gateway) ?? {}
  if (!disputes) return
  const readAt = ctx.now()
  const told = await disputes.ask(disputeId)
  if (told)
    await ctx.sql.begin((tx) => recordDispute(ctx, tx, { gateway, told, heardFrom, readAt }))
  else ctx.log.warn({ gateway, disputeId }, 'gateway does not know the dispute that it mentioned')
}

/** Enqueues a look at the disputes of each gateway. */
export async function pollDisputes({
  sql,
  gateways,
}: Pick<Context, 'sql' | 'gateways'>): Promise<void> {
  const { byName } = await gateways()
  const names = [...byName].flatMap(([name, { disputes }]) => (disputes ? [name] : []))
  await sql.begin(async (tx) => {
    for (const gateway of names)
      await enqueue(
        tx,
        'list-disputes',
        { gateway, isHint: false },
        { key: `list-disputes:${gateway}` },
      )
  })
}

/**
 * Reads the recent disputes of a gateway, and asks about each that is missing there and may still change. After an event
 * a failure is retried. Otherwise the next poll asks anyway.
 */
export async function findDisputes(
  ctx: Deps,
  { gateway, isHint }: JobPayload<'list-disputes'>,
): Promise<void> {
  const { disputes } = (await ctx.gateways()).byName.get(gateway) ?? {}
  if (!disputes) return
  const readAt = ctx.now()
  const since = new Date(readAt.getTime() - LISTED_MS)
  const listed = Promise.resolve(disputes.list?.(since, readAt) ?? [])
  const all = await (isHint ? listed : listed.catch(logFailure(ctx, gateway)))
  const faults: Error[] = []
  const told: GatewayDispute[] = []
  for (const one of all ?? [])
    if (one instanceof Error) faults.push(one)
    else told.push(one)
  for (const one of told) await record(ctx, gateway, one, readAt)
  if (all) await tellUnreadable(ctx, gateway, faults)
  const seen = new Set(told.map(({ id }) => id))
  const unsettled = await selectUnsettled(ctx.sql, gateway, since)
  await ctx.sql.begin(async (tx) => {
    for (const { gatewayDisputeId: disputeId } of unsettled)
      if (!seen.has(disputeId)) await enqueue(tx, 'ask-dispute', { gateway, disputeId, hints: 0 })
  })
}

const record = (
  ctx: Omit<Deps, 'gateways'>,
  gateway: GatewayName,
  told: GatewayDispute,
  readAt: Date,
) => ctx.sql.begin((tx) => recordDispute(ctx, tx, { gateway, told, heardFrom: 'poll', readAt }))

/** Raises an alert while the gateway tells of disputes that cannot be read, because each has a deadline. */
async function tellUnreadable(
  ctx: Omit<Deps, 'gateways'>,
  gateway: GatewayName,
  faults: Error[],
): Promise<void> {
  const key = `unreadable disputes of ${gateway}`
  for (const err of faults) ctx.log.error({ err, gateway }, 'a dispute cannot be read')
  await ctx.sql.begin((tx) =>
    faults.length === 0
      ? endAlerts(ctx, tx, [key])
      : raiseAlert(ctx, tx, {
          key,
          words: `${titleOf(ctx, gateway)} tells of a dispute that we can’t read. Look for it in the gateway’s dashboard`,
          path: '/admin/disputes',
        }),
  )
}
