import type { Context } from '#server/context.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { sealedCodes } from '#server/orders/codes/codes.ts'
import { sealedErasures } from '#server/operations/erasure/erase-traces.ts'
import { sealedGateways } from '#server/money/gateways/credentials.ts'
import { sealedKeys } from '#server/resellers/keys/keys.ts'
import { findKeyOf, sealAnew, type SealedColumn, type SealedRow } from '#server/platform/sealing.ts'
import { sealedApps } from '#server/accounts/second-factor/apps.ts'
import { fingerprintOf, type Keys } from '#server/platform/config/secrets.ts'
import { sealedAccounts } from '#server/suppliers/accounts/accounts.ts'
import { sealedOldSecrets, sealedSecrets } from '#server/resellers/webhooks/secrets.ts'
import { sealedKeptKeys } from './kept-keys.ts'
import { countNodesWithout } from './sql.ts'

/** Everything that the shop seals with SECRET. */
const COLUMNS: SealedColumn[] = [
  sealedGateways,
  sealedAccounts,
  sealedKeys,
  sealedSecrets,
  sealedOldSecrets,
  sealedApps,
  sealedKeptKeys,
  sealedCodes,
  sealedErasures,
]

const BATCH = 500

type Deps = Pick<Context, 'sql' | 'keys' | 'log'>

/**
 * Seals everything with the newest secret. Each piece is replaced only if it is unchanged, so crashes and concurrent
 * runs do no harm. Does nothing while a running node does not know the newest secret.
 */
export async function reseal({ sql, keys, log }: Deps): Promise<void> {
  if (keys.credentials.length < 2) return
  const waiting = await countNodesWithout(sql, fingerprintOf(keys.credentials[0]!))
  if (waiting > 0) {
    log.warn('a running node does not know the newest secret, so nothing is sealed with it yet')
    return
  }
  for (const column of COLUMNS) {
    let count = 0
    for await (const row of readAll(sql, column)) {
      const anew = sealAnew(keys, row)
      if (anew) count += (await column.replace(sql, row, anew)).count
    }
    if (count > 0) log.info({ what: column.what, count }, 'sealed with the newest secret')
  }
}

export type SealedCount = { what: string; bySecret: number[]; lost: number }

/** Counts what is sealed with each secret, newest first, and what none of them opens. */
export async function countSealed(sql: Sql, keys: Keys): Promise<SealedCount[]> {
  const counts = []
  for (const column of COLUMNS) {
    const bySecret = keys.credentials.map(() => 0)
    let lost = 0
    for await (const row of readAll(sql, column)) {
      const index = findKeyOf(keys, row)
      if (index < 0) lost++
      else bySecret[index]!++
    }
    counts.push({ what: column.what, bySecret, lost })
  }
  return counts
}

async function* readAll(sql: Sql, column: SealedColumn): AsyncGenerator<SealedRow> {
  let after: string | null = null
  for (;;) {
    const rows: SealedRow[] = await column.list(sql, after, BATCH)
    yield* rows
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}
