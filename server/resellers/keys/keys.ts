import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/resellers/api-keys.ts'
import type { ApiKey } from '#contract/resellers/api-keys.ts'
import { ApiScope } from '#contract/core/endpoint.ts'
import type { Caller, Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { requireOwner } from '#server/platform/http/limits/admit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { seal, unseal, type SealedColumn } from '#server/platform/sealing.ts'
import { tellOwner } from '#server/accounts/users/tell-owner.ts'
import { lockOwner } from '#server/accounts/users/users.ts'
import { hashKey, hintOf, makeKey } from './key-text.ts'
import * as rows from './key-sql.ts'

const KEYS_MAX = 20
const sealedFor = (userId: string) => `api-key ${userId}`

export const sealedKeys: SealedColumn = {
  what: 'API keys',
  list: async (sql, after, count) =>
    (await rows.listSealed(sql, after, count)).map(({ userId, ...row }) => ({
      ...row,
      whose: sealedFor(userId),
    })),
  replace: rows.replaceSealed,
}

/** Asks for a recent password only if there is a main key to show. */
export const getApiService: Handler<typeof contract.getApiService> = async (
  ctx,
  _input,
  caller,
) => {
  const own = await rows.selectOwnKeys(ctx.sql, caller.id)
  const main = own.find(({ isMain }) => isMain)
  if (!main) return { apiKey: null, keys: own.map(toKey) }
  requireOwner(ctx, caller)
  await ctx.sql.begin((tx) => tellOwner(ctx, tx, { caller, notice: 'api-key-shown' }))
  const opened = unseal(ctx.keys, sealedFor(caller.id), main.sealed!)
  return { apiKey: opened?.['key'] ?? null, keys: own.map(toKey) }
}

export const listApiKeys: Handler<typeof contract.listApiKeys> = async (
  { sql },
  _input,
  caller,
) => ({
  keys: (await rows.selectOwnKeys(sql, caller.id)).map(toKey),
})

/** Creates the main key, or replaces its secret. Its name and permissions stay. */
export const generateApiKey: Handler<typeof contract.generateApiKey> = (ctx, _input, caller) =>
  ctx.sql.begin(async (tx) => {
    const main = (await lockKeysOf(ctx, tx, caller)).find(({ isMain }) => isMain)
    const kind = { isMain: true, isTest: false }
    const { key, text } = makeKeyText(ctx, caller, kind)
    await tellOwner(ctx, tx, { caller, notice: 'api-key-made' })
    if (main) await rows.updateKey(tx, main.id, text)
    else
      await rows.insertKey(tx, {
        ...kind,
        ...text,
        id: randomUUIDv7(),
        userId: caller.id,
        name: 'Main key',
        scopes: ApiScope.options,
        allowedNetworks: [],
      })
    return { apiKey: key }
  })

export const createApiKey: Handler<typeof contract.createApiKey> = (
  ctx,
  { isTest, ...named },
  caller,
) =>
  ctx.sql.begin(async (tx) => {
    if ((await lockKeysOf(ctx, tx, caller)).length >= KEYS_MAX)
      throw new Refusal('TOO_MANY_API_KEYS')
    const { key, text } = makeKeyText(ctx, caller, { isMain: false, isTest })
    const id = randomUUIDv7()
    const kind = { id, userId: caller.id, isMain: false, isTest }
    await tellOwner(ctx, tx, { caller, notice: 'api-key-made' })
    await rows.insertKey(tx, { ...kind, ...toNamed(named), ...text })
    return { apiKey: key, key: toKey((await rows.lockOwnKey(tx, { id, userId: caller.id }))!) }
  })

export const editApiKey: Handler<typeof contract.editApiKey> = (ctx, { id, ...named }, caller) =>
  ctx.sql.begin(async (tx) => {
    requireOwner(ctx, caller)
    const { isMain } = await getOwnKey(tx, id, caller)
    const scopes = isMain ? ApiScope.options : named.scopes
    return toKey(await rows.updateKey(tx, id, toNamed({ ...named, scopes })))
  })

export const rollApiKey: Handler<typeof contract.rollApiKey> = (ctx, { id }, caller) =>
  ctx.sql.begin(async (tx) => {
    requireOwner(ctx, caller)
    const { key, text } = makeKeyText(ctx, caller, await getOwnKey(tx, id, caller))
    await tellOwner(ctx, tx, { caller, notice: 'api-key-made' })
    return { apiKey: key, key: toKey(await rows.updateKey(tx, id, text)) }
  })

export const deleteApiKey: Handler<typeof contract.deleteApiKey> = (ctx, { id }, caller) =>
  ctx.sql.begin(async (tx) => {
    const { isMain } = await getOwnKey(tx, id, caller)
    if (isMain) throw new Refusal('MAIN_KEY_STAYS')
    await rows.updateKey(tx, id, { endedAt: ctx.now() })
    return null
  })

/** Treats another person's key as missing. */
async function getOwnKey(tx: Tx, id: string, caller: Caller): Promise<rows.OwnKeyRow> {
  await lockOwner(tx, caller)
  const key = await rows.lockOwnKey(tx, { id, userId: caller.id })
  if (!key) throw new Refusal('NO_SUCH_API_KEY')
  return key
}

/** Locks the owner, so that of two keys made at once the second counts the first. */
async function lockKeysOf(
  ctx: Pick<Context, 'now' | 'config'>,
  tx: Tx,
  caller: Caller,
): Promise<rows.OwnKeyRow[]> {
  requireOwner(ctx, caller)
  await lockOwner(tx, caller)
  return rows.selectOwnKeys(tx, caller.id)
}

type Kind = { isMain: boolean; isTest: boolean }

function makeKeyText(
  { keys, now }: Pick<Context, 'keys' | 'now'>,
  { id }: Caller,
  { isMain, isTest }: Kind,
) {
  const key = makeKey(isTest)
  const text: rows.KeyText = {
    hash: hashKey(key),
    sealed: isMain ? seal(keys, sealedFor(id), { key }) : null,
    hint: hintOf(key),
    createdAt: now(),
  }
  return { key, text }
}

type Named = { name: string; scopes: ApiScope[]; allowedNetworks: string[] }

const toNamed = ({ name, scopes, allowedNetworks }: Named): Named => ({
  name,
  scopes: ApiScope.options.filter((scope) => scopes.includes(scope)),
  allowedNetworks: [...new Set(allowedNetworks)],
})

const toKey = (row: rows.OwnKeyRow): ApiKey => ({
  _id: row.id,
  name: row.name,
  isMain: row.isMain,
  isTest: row.isTest,
  scopes: row.scopes,
  allowedNetworks: row.allowedNetworks,
  hint: row.hint,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})
