import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { isDeepStrictEqual } from 'node:util'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { putTogether, selectCatalogue, takeApart } from './catalogue-sql.ts'
import { tablePath, type Manifest } from './manifest.ts'
import { damaged, type Opened } from './read-backup.ts'
import * as rows from './sql.ts'
import { tally } from './write-part.ts'

type Table = Manifest['tables'][number]

/**
 * Loads all rows or none. Triggers are off, because their effects are in the backup too. Indexes and foreign keys are
 * recreated afterwards, and must then match the migrations. Returns tables of the backup that the shop does not have.
 */
export const loadTables = (sql: Sql, { folder, manifest }: Opened): Promise<string[]> =>
  sql.begin(async (tx) => {
    await rows.prepareLoad(tx)
    const { tables, strange } = await matchTables(tx, manifest)
    const catalogue = await selectCatalogue(tx)
    await takeApart(tx, catalogue)
    await rows.emptyTables(tx, tables) // rows inserted by migrations are in the backup too
    for (const table of tables) await load(tx, folder, table)
    await putTogether(tx, catalogue)
    if (!isDeepStrictEqual(await selectCatalogue(tx), catalogue))
      throw new Error('The tables differ from what the migrations create. Nothing was restored.')
    for (const sequence of manifest.sequences) await rows.setSequence(tx, sequence)
    await rows.updateMark(tx)
    return strange
  })

async function matchTables(tx: Tx, manifest: Manifest) {
  const here = await rows.selectTables(tx)
  const known = new Set(here.map(({ name }) => name))
  const tables = manifest.tables.filter(({ name }) => known.has(name))
  const missing = here.find(({ name }) => tables.every((table) => table.name !== name))
  if (missing) throw new Error(`The backup has no table ${missing.name}. Nothing was restored.`)
  const strange = manifest.tables.map(({ name }) => name).filter((name) => !known.has(name))
  return { tables, strange }
}

async function load(tx: Tx, folder: string, table: Table): Promise<void> {
  const path = tablePath(table.name)
  const content = tally()
  let count = 0
  await pipeline(
    createReadStream(join(folder, path)),
    createZstdDecompress(),
    content.pass,
    async (pieces: AsyncIterable<Buffer>) => {
      count = await rows.fillTable(tx, table, pieces)
    },
  )
  if (content.end().sha256 !== table.sha256 || count !== table.rows) throw damaged(folder, path)
}
