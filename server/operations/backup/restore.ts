import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Logger } from 'pino'
import { connect, type Sql } from '#server/platform/db/db.ts'
import { migrate, readMigrations } from '#server/platform/db/migrate.ts'
import { openDisk } from '#server/platform/files/disk.ts'
import { adoptSecret } from '#server/platform/config/secrets.ts'
import { loadTables } from './load-tables.ts'
import { SECRETS, type Manifest } from './manifest.ts'
import type { Installation } from './installation.ts'
import type { Opened } from './read-backup.ts'
import { listSecrets, markOf } from './secret-marks.ts'
import { settle, type Settled } from './settle.ts'
import * as rows from './sql.ts'
import { sumOf } from './write-part.ts'

export type Restored = {
  strange: string[] // tables that the shop does not know
  settled: Settled | null // null: the shop has moved and continues where it was
  isSecretKnown: boolean
}

/** `hasMoved`: the shop has done nothing since the backup, so nothing can happen twice. */
type RestoreOptions = { hasMoved: boolean; log: Logger }

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Restores into an empty database. An interrupted restore leaves a mark, and no shop starts on a marked database.
 * Repeating the same call finishes it.
 */
export async function restoreBackup(
  installation: Installation,
  opened: Opened,
  input: RestoreOptions,
): Promise<Restored> {
  const sql = connect(installation.url, { connectionsMax: 4, statementTimeoutMs: DAY_MS })
  try {
    await refuseUnreachable(sql, installation.url)
    return await sql.begin(async (guard) => {
      if (!(await rows.lockRestore(guard)))
        throw new Error('Another restore is running on this database.')
      await begin(sql, opened.manifest)
      return restore(sql, installation, { ...input, opened })
    })
  } finally {
    await sql.end()
  }
}

async function refuseUnreachable(sql: Sql, url: string): Promise<void> {
  const { host, pathname } = new URL(url)
  await sql`select 1`.catch((cause: unknown) => {
    const words = `The database ${host}${pathname} cannot be used. Is it running, and is its address right?`
    throw new Error(words, { cause })
  })
}

async function begin(sql: Sql, { id }: Manifest): Promise<void> {
  const mark = await rows.selectMark(sql)
  if (mark && mark.backup !== id)
    throw new Error(
      "The restore of another backup into this database hasn't finished. Restore that one, or start with an empty database.",
    )
  if (mark) return
  const found = await rows.selectAnything(sql)
  if (found)
    throw new Error(
      `The database isn't empty: it has ${found}. Restore a backup into an empty database.`,
    )
  await rows.insertMark(sql, id)
}

async function restore(
  sql: Sql,
  installation: Installation,
  { opened, hasMoved, log }: RestoreOptions & { opened: Opened },
): Promise<Restored> {
  const { manifest, hasSecrets, folder } = opened
  if (hasSecrets && !installation.secrets)
    adoptSecret(installation.dataDir, await readFile(join(folder, SECRETS), 'utf8'))
  if (!installation.isBucket) await restoreImages(installation.dataDir, opened)
  let strange: string[] = []
  if (!(await rows.selectMark(sql))?.isLoaded) {
    const migrations = readMigrations().slice(0, manifest.migrations.length)
    await migrate(installation.url, log, { migrations, functions: [], isRestoring: true })
    strange = await loadTables(sql, opened)
  }
  await migrate(installation.url, log, { isRestoring: true })
  await sql.unsafe('analyze')
  const settled = await sql.begin(async (tx) => {
    const settled = hasMoved ? null : await settle(tx, log)
    await rows.dropMark(tx)
    return settled
  })
  const ours = listSecrets(installation.secrets, installation.dataDir).map(markOf)
  const isSecretKnown = ours.some((mark) => manifest.secretMarks.includes(mark))
  return { strange, settled, isSecretKnown }
}

/** Keeps images that are already there, because an image's name stands for its content. */
async function restoreImages(dataDir: string, { folder, images }: Opened): Promise<void> {
  const disk = openDisk(join(dataDir, 'files'))
  for (const path of images) {
    const [from, to] = [join(folder, path), join(dataDir, path)]
    if (existsSync(to) && (await sumOf(to)) === (await sumOf(from))) continue
    await disk.write(basename(path), await readFile(from))
  }
}
