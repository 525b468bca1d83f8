import type { Logger } from 'pino'
import type { Sql } from '#server/platform/db/db.ts'
import { seal, unseal, type SealedColumn } from '#server/platform/sealing.ts'
import { fingerprintOf, type Keys } from '#server/platform/config/secrets.ts'
import * as rows from './sql.ts'

/** Things made with these keys stay valid longer than any SECRET. */
const LASTING = ['unsubscribe', 'callback', 'recovery-code'] as const

const sealedAs = (id: string) => `kept key ${id}`

type Deps = { sql: Sql; log: Logger; now(): Date }

/**
 * Returns the current keys, followed by the lasting keys of every earlier SECRET. A node stores its keys before it uses
 * them.
 */
export async function keepKeys({ sql, log, now }: Deps, keys: Keys): Promise<Keys> {
  for (const purpose of LASTING)
    for (const key of keys[purpose]) {
      const fingerprint = fingerprintOf(key)
      const sealed = seal(keys, sealedAs(`${purpose} ${fingerprint}`), {
        key: key.toString('base64'),
      })
      await rows.insertKept(sql, { purpose, fingerprint, sealed, createdAt: now() })
    }
  const all = { ...keys }
  for (const { purpose, fingerprint, sealed } of await rows.selectKept(sql)) {
    const lasting = LASTING.find((one) => one === purpose)
    const kept = unseal(keys, sealedAs(`${purpose} ${fingerprint}`), sealed)
    if (!kept) log.error({ purpose }, 'kept key cannot be opened with any known secret')
    if (!kept || !lasting) continue
    const isNew = all[lasting].every((key) => fingerprintOf(key) !== fingerprint)
    if (isNew) all[lasting] = [...all[lasting], Buffer.from(kept['key']!, 'base64')]
  }
  return all
}

/**
 * For use after a SECRET has leaked. Unsubscribe links, callback addresses and recovery codes of its time stop working.
 * Returns how many keys were deleted. Running nodes keep them until they restart.
 */
export const forgetOldKeys = (sql: Sql, keys: Keys): Promise<number> =>
  rows.deleteKeptBut(
    sql,
    LASTING.flatMap((purpose) => keys[purpose].map(fingerprintOf)),
  )

export const sealedKeptKeys: SealedColumn = {
  what: 'kept keys',
  list: async (sql, after, count) =>
    (await rows.listSealed(sql, after, count)).map((row) => ({ ...row, whose: sealedAs(row.id) })),
  replace: rows.replaceSealed,
}
