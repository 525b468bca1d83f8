import { seal, unseal, type SealedColumn } from '#server/platform/sealing.ts'
import type { Keys } from '#server/platform/config/secrets.ts'
import * as rows from './endpoint-sql.ts'
import { makeSecret } from './sign.ts'

type Sealed = { id: string; sealed: Buffer }
type WithOld = Sealed & { oldSealed: Buffer | null; oldUntil: Date | null }

const sealedAs = (endpointId: string) => `webhook ${endpointId}`

/** Makes a webhook secret, in plain text and sealed for storage. */
export function newSecret(keys: Keys, endpointId: string): { secret: string; sealed: Buffer } {
  const secret = makeSecret()
  return { secret, sealed: seal(keys, sealedAs(endpointId), { secret }) }
}

/** Returns null if it was sealed with a SECRET that the shop no longer has. */
export const openSecret = (keys: Keys, { id, sealed }: Sealed): string | null =>
  unseal(keys, sealedAs(id), sealed)?.['secret'] ?? null

/** Lists the readable secrets, newest first. The previous one is included until it expires. */
export function openSecrets(keys: Keys, endpoint: WithOld, now: Date): string[] {
  const { id, sealed, oldSealed, oldUntil } = endpoint
  const isOldGood = oldSealed !== null && oldUntil !== null && oldUntil > now
  const all = isOldGood ? [sealed, oldSealed] : [sealed]
  return all.flatMap((one) => openSecret(keys, { id, sealed: one }) ?? [])
}

const withOwner = (found: { id: string; sealed: Buffer }[]) =>
  found.map((row) => ({ ...row, whose: sealedAs(row.id) }))

export const sealedSecrets: SealedColumn = {
  what: 'webhook secrets',
  list: async (...asked) => withOwner(await rows.listSealed(...asked)),
  replace: rows.replaceSealed,
}

export const sealedOldSecrets: SealedColumn = {
  what: 'previous webhook secrets',
  list: async (...asked) => withOwner(await rows.listOldSealed(...asked)),
  replace: rows.replaceOldSealed,
}
