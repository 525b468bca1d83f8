import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Sql } from '#server/platform/db/db.ts'
import { copyTables } from './copy-tables.ts'
import { fillFolder } from './draft.ts'
import {
  FORMAT,
  imagePath,
  isImage,
  MANIFEST,
  SECRETS,
  SUMS,
  writeSums,
  type Manifest,
  type Part,
} from './manifest.ts'
import type { Installation } from './installation.ts'
import { listSecrets, markOf } from './secret-marks.ts'
import { withSnapshot } from './snapshot.ts'
import * as rows from './sql.ts'
import { makePrivate, rememberNames, writeCopy, writeText } from './write-part.ts'

export type Backup = { manifest: Manifest; bytes: number }

const LINES = 3 // with more connections, orders would wait for the disk
const DAY_MS = 24 * 60 * 60 * 1000
const VERSION = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
) as { version: string }

/** Writes the whole shop as of one moment into a new folder. The shop keeps running meanwhile. */
export async function makeBackup(installation: Installation, folder: string): Promise<Backup> {
  const sql = connect(installation.url, { connectionsMax: LINES + 1, statementTimeoutMs: DAY_MS })
  try {
    await refuseUnfit(sql)
    return await fillFolder(folder, (draft) => fill(sql, installation, draft))
  } finally {
    await sql.end()
  }
}

async function refuseUnfit(sql: Sql): Promise<void> {
  if (!(await rows.isShop(sql))) throw new Error('There is no shop in this database.')
  if (await rows.selectMark(sql))
    throw new Error(
      "A restore into this database hasn't finished, so there is nothing complete to back up.",
    )
}

async function fill(sql: Sql, installation: Installation, draft: string): Promise<Backup> {
  await makePrivate(join(draft, 'tables'))
  const { parts, ...copied } = await withSnapshot(sql, LINES, (lines) =>
    copyTables(sql, lines, draft),
  )
  // Every image was stored before a row named it, so copying images last misses none.
  const images = installation.isBucket ? [] : await copyImages(installation.dataDir, draft)
  const kept = join(installation.dataDir, 'secrets.json')
  const secrets =
    installation.secrets === null && existsSync(kept)
      ? [await writeText(draft, SECRETS, readFileSync(kept, 'utf8'))]
      : []
  const manifest: Manifest = {
    format: FORMAT,
    id: randomUUID(),
    version: VERSION.version,
    ...copied,
    images: {
      count: images.length,
      bytes: images.reduce((sum, { bytes }) => sum + bytes, 0),
      isBucket: installation.isBucket,
    },
    secretMarks: listSecrets(installation.secrets, installation.dataDir).map(markOf),
  }
  const words = `${JSON.stringify(manifest, null, 2)}\n`
  const all = [await writeText(draft, MANIFEST, words), ...secrets, ...parts, ...images]
  await writeText(draft, SUMS, writeSums(all))
  return { manifest, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) }
}

async function copyImages(dataDir: string, draft: string): Promise<Part[]> {
  const folder = join(dataDir, 'files')
  if (!existsSync(folder)) return []
  await makePrivate(join(draft, 'files'))
  const parts: Part[] = []
  const { signal } = new AbortController()
  for (const name of (await readdir(folder)).filter(isImage).toSorted()) {
    const target = { folder: draft, path: imagePath(name), signal }
    const part = await writeCopy(join(folder, name), target).catch(nullIfMissing)
    if (part) parts.push(part) // missing if it was just swept; its row is long gone
  }
  await rememberNames(join(draft, 'files'))
  return parts
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
