import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/resellers/webhooks.ts'
import { OLD_SECRET_HOURS, WEBHOOKS_MAX, type Webhook } from '#contract/resellers/webhooks.ts'
import type { ApiCaller, Caller, Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { requireOwner } from '#server/platform/http/limits/admit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { tellOwner } from '#server/accounts/users/tell-owner.ts'
import { lockOwner, lockUser } from '#server/accounts/users/users.ts'
import { toBlockList } from '#server/platform/public-network/addresses.ts'
import { checkUrl } from '#server/platform/public-network/check-url.ts'
import * as rows from './endpoint-sql.ts'
import { disable, HEALTHY } from './sending/record-outcome.ts'
import { newSecret, openSecret } from './secrets.ts'

const HOUR_MS = 60 * 60 * 1000

export const listWebhooks: Handler<typeof contract.listWebhooks> = async (
  { sql, now },
  _input,
  caller,
) => {
  const all = await rows.selectEndpointsOf(sql, caller.id)
  return all.filter((row) => isOf(caller, row)).map((row) => toWebhook(row, now()))
}

export const createWebhook: Handler<typeof contract.createWebhook> = (
  ctx,
  { url, events, ...input },
  caller,
) =>
  ctx.sql.begin(async (tx) => {
    await lockCaller(ctx, tx, caller)
    const own = await rows.selectEndpointsOf(tx, caller.id)
    if (own.length >= WEBHOOKS_MAX) throw new Refusal('TOO_MANY_WEBHOOKS')
    const id = randomUUIDv7()
    const now = ctx.now()
    const endpoint = await rows.insertEndpoint(tx, {
      ...input,
      id,
      userId: caller.id,
      url: checked(ctx, url),
      types: events,
      sealed: newSecret(ctx.keys, id).sealed,
      createdAt: now,
    })
    return toWebhook(endpoint, now)
  })

export const editWebhook: Handler<typeof contract.editWebhook> = (
  ctx,
  { id, name, url, events, isEnabled },
  caller,
) =>
  ctx.sql.begin(async (tx) => {
    if (isPerson(caller)) await lockOwner(tx, caller)
    const before = await holdEndpoint(tx, id, caller)
    const now = ctx.now()
    const isMoved = url !== undefined && url !== before.url
    if (isMoved && isPerson(caller)) requireOwner(ctx, caller)
    await rows.updateEndpoint(tx, id, {
      updatedAt: now,
      ...(name === undefined ? {} : { name }),
      ...(events === undefined ? {} : { types: events }),
      ...(isMoved ? { ...HEALTHY, url: checked(ctx, url) } : {}),
    })
    if (isEnabled === false && before.isEnabled) await disable(tx, id, 'person')
    if (isEnabled && !before.isEnabled)
      await rows.updateEndpoint(tx, id, { ...HEALTHY, isEnabled, disabledFor: null })
    return toWebhook(await holdEndpoint(tx, id, caller), now)
  })

export const deleteWebhook: Handler<typeof contract.deleteWebhook> = ({ sql }, { id }, caller) =>
  sql.begin(async (tx) => {
    await holdEndpoint(tx, id, caller)
    await rows.deleteEndpoint(tx, id)
    return null
  })

export const getWebhookSecret: Handler<typeof contract.getWebhookSecret> = async (
  ctx,
  { id },
  caller,
) => {
  const secret = openSecret(ctx.keys, await getEndpoint(ctx, id, caller))
  await ctx.sql.begin((tx) => tellOfSecret(ctx, tx, caller))
  if (!secret) throw new Refusal('WEBHOOK_SECRET_LOST')
  return { secret }
}

/** Replaces the secret. The one before stays valid for a while; an even older one is dropped. */
export const renewWebhookSecret: Handler<typeof contract.renewWebhookSecret> = (
  ctx,
  { id },
  caller,
) =>
  ctx.sql.begin(async (tx) => {
    await tellOfSecret(ctx, tx, caller)
    const { sealed: oldSealed } = await holdEndpoint(tx, id, caller)
    const now = ctx.now()
    const { secret, sealed } = newSecret(ctx.keys, id)
    const oldUntil = new Date(now.getTime() + OLD_SECRET_HOURS * HOUR_MS)
    await rows.updateEndpoint(tx, id, { sealed, oldSealed, oldUntil, updatedAt: now })
    return { secret }
  })

/**
 * Says whether a signed-in person calls. An API client needs no further proof, because only a proven owner can make its
 * key.
 */
const isPerson = (caller: Caller | ApiCaller): boolean => !('key' in caller)

/** Locks the owner, so that a second webhook added at the same time counts the first. */
async function lockCaller(
  ctx: Pick<Context, 'now' | 'config'>,
  tx: Tx,
  caller: Caller,
): Promise<void> {
  if (isPerson(caller)) {
    requireOwner(ctx, caller)
    await lockOwner(tx, caller)
  } else if (!(await lockUser(tx, caller.id))) throw new Refusal('NO_SUCH_USER')
}

async function tellOfSecret(
  ctx: Pick<Context, 'now' | 'config'>,
  tx: Tx,
  caller: Caller,
): Promise<void> {
  if (!isPerson(caller)) return
  requireOwner(ctx, caller)
  await tellOwner(ctx, tx, { caller, notice: 'webhook-secret-shown' })
}

/** A reseller, or their API client, which is limited to its own mode. */
export type Owner = { id: string; key?: { isTest: boolean } }

/** Treats a stranger's webhook as missing, because a 403 would reveal that it exists. */
export async function getEndpoint(
  { sql }: Pick<Context, 'sql'>,
  id: string,
  owner: Owner,
): Promise<rows.EndpointRow> {
  const endpoint = await rows.selectEndpoint(sql, id)
  if (!endpoint || !isOf(owner, endpoint)) throw new Refusal('NO_SUCH_WEBHOOK')
  return endpoint
}

export async function holdEndpoint(tx: Tx, id: string, owner: Owner): Promise<rows.EndpointRow> {
  const endpoint = await rows.lockEndpoint(tx, id)
  if (!endpoint || !isOf(owner, endpoint)) throw new Refusal('NO_SUCH_WEBHOOK')
  return endpoint
}

const isOf = ({ id, key }: Owner, { userId, isTest }: rows.EndpointRow): boolean =>
  userId === id && (key === undefined || key.isTest === isTest)

const checked = ({ config }: Pick<Context, 'config'>, url: string): string =>
  checkUrl(url, {
    isProduction: config.isProduction,
    allowed: toBlockList(config.webhookPrivateAllowed),
    refuse: (message) => new Refusal('WEBHOOK_URL_REFUSED', { field: 'url', message }),
  })

const toWebhook = (row: rows.EndpointRow, now: Date): Webhook => ({
  _id: row.id,
  name: row.name,
  url: row.url,
  isTest: row.isTest,
  events: row.types,
  isEnabled: row.isEnabled,
  disabledFor: row.disabledFor,
  failingSince: row.failingSince?.toISOString() ?? null,
  succeededAt: row.succeededAt?.toISOString() ?? null,
  oldSecretUntil: row.oldUntil && row.oldUntil > now ? row.oldUntil.toISOString() : null,
  createdAt: row.createdAt.toISOString(),
})
