import { BlockList, isIPv6 } from 'node:net'
import type { ApiScope } from '#contract/core/endpoint.ts'
import type { ApiCaller, Context } from '#server/context.ts'
import { createBatches } from '#server/platform/batches.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { toApiCaller } from './to-api-caller.ts'
import { hashKey } from './key-text.ts'
import { selectKeys, type KeyRow } from './key-sql.ts'

export type { KeyRow } from './key-sql.ts'

/**
 * Looks up keys at every call, batching many into one query. The query starts after its calls arrived, so a key ended
 * before a call is refused.
 */
export const batchKeyLookups = (sql: Sql, patience: number) =>
  createBatches({
    patience,
    lanes: 1,
    laneOf: () => 0,
    run: (hashes: Buffer[]): Promise<(KeyRow | null)[]> => selectKeys(sql, hashes),
  })

type KeyInput = { key: string | undefined; address: string; scope: ApiScope | undefined }

/**
 * Identifies an API client. The key must belong to an active reseller, cover the scope and allow the client's address.
 */
export async function authenticateApiKey(
  ctx: Pick<Context, 'findKey'>,
  { key, address, scope }: KeyInput,
): Promise<ApiCaller> {
  if (!key) throw new Refusal('API_KEY_MISSING')
  const found = await ctx.findKey(hashKey(key))
  if (!found) throw new Refusal('API_KEY_UNKNOWN')
  if (!isAllowed(found.allowedNetworks, address)) throw new Refusal('API_KEY_ADDRESS')
  if (scope && !found.scopes.includes(scope)) {
    const message = `This API key isn’t allowed to do this: it lacks the scope ${scope}`
    throw new Refusal('API_KEY_SCOPE', { message, details: { scope } })
  }
  const { id, userId, isTest } = found
  return toApiCaller(userId, { id, isTest })
}

function isAllowed(networks: string[], address: string): boolean {
  if (networks.length === 0) return true
  const list = new BlockList()
  for (const network of networks) {
    const [start, bits] = network.split('/') as [string, string?]
    const kind = isIPv6(start) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(start, kind)
    else list.addSubnet(start, Number(bits), kind)
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
