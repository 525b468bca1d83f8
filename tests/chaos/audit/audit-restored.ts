import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '#server/platform/db/db.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { auditBooks } from './audit-books.ts'
import type { Ordered } from '#tests/chaos/load/mixed-load.ts'

type Restored = { source: { dataDir: string }; restored: Sql; dataDir: string }

/** Lists the faults of a shop restored from a backup: books, images, and orders acknowledged before the backup. */
export async function auditRestored(
  { source, restored, dataDir }: Restored,
  acknowledged: Ordered[],
): Promise<{ images: number; wrong: string[] }> {
  const wrong: string[] = []
  const { fault } = await verifyLedger(restored)
  if (fault) wrong.push(`the verifier: ${fault}`)
  wrong.push(...(await auditBooks(restored)))
  const ids = acknowledged.flatMap((one) => ('id' in one ? [one.id] : []))
  const there = await restored<{ id: string }[]>`
    select id from orders where id = any(${ids}::uuid[])`
  if (there.length !== ids.length)
    wrong.push(`${ids.length - there.length} orders that were acknowledged before are missing`)

  const images = await restored<{ key: string }[]>`select key from image`
  const [ours, theirs] = [await list(source.dataDir), await list(dataDir)]
  for (const { key } of images) {
    const files = ours.filter((name) => name.startsWith(`${key}-`))
    const missing = files.filter((name) => !theirs.includes(name))
    if (files.length === 0 || missing.length > 0) wrong.push(`the image ${key} is incomplete`)
  }
  return { images: images.length, wrong }
}

const list = (dataDir: string): Promise<string[]> => readdir(join(dataDir, 'files')).catch(() => [])
