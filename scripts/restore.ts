// npm run restore -- <folder>: makes a shop from a backup, in an empty database or data folder. Add --moved if the old
// shop has done nothing since the backup. The new one then continues exactly where the old one stopped.
import process from 'node:process'
import { pino } from 'pino'
import { makeInstallation } from '#server/operations/backup/installation.ts'
import { readBackup, type Opened } from '#server/operations/backup/read-backup.ts'
import { restoreBackup, type Restored } from '#server/operations/backup/restore.ts'
import { connect } from '#server/platform/db/db.ts'
import { inWords } from '#connectors/in-words.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'

const MOVED = '--moved'
const STATEMENT_TIMEOUT_MS = 60 * 60 * 1000

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(inWords(error))
  process.exitCode = 1
}

async function run(words: string[]): Promise<number> {
  const [folder, ...more] = words.filter((word) => word !== MOVED)
  if (!folder?.trim() || more.length > 0 || folder.startsWith('-'))
    throw new Error(`Name a backup: npm run restore -- <folder> [${MOVED}]`)
  await using stack = new AsyncDisposableStack()
  const startedAt = performance.now()
  const opened = await readBackup(folder)
  console.log(`The backup of ${opened.manifest.takenAt} is complete. Restoring it.`)
  const log = pino({ level: 'silent' })
  const { installation, database } = await makeInstallation(log)
  stack.defer(() => database.close())
  const restored = await restoreBackup(installation, opened, {
    hasMoved: words.includes(MOVED),
    log,
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(tell(opened, restored, { seconds, isBucket: installation.isBucket }))

  const sql = connect(database.url, {
    connectionsMax: 2,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  stack.defer(() => sql.end())
  const { counts, fault } = await verifyLedger(sql)
  if (counts.lastSeal) console.log(`Seal ${counts.seals}: ${counts.lastSeal}`)
  console.log(fault ? `FAULT. ${fault}` : 'The books are right.')
  return fault ? 1 : 0
}

type Here = { seconds: string; isBucket: boolean }

function tell({ manifest, folder }: Opened, restored: Restored, { seconds, isBucket }: Here) {
  const { tables, images } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const { settled, strange, isSecretKnown } = restored
  const lines = [
    `${rows} rows of ${tables.length} tables and ${images.count} images in ${seconds} s.`,
  ]
  if (strange.length > 0)
    lines.push(`Skipped, because they aren't part of the shop: ${strange.join(', ')}.`)
  if (images.isBucket && !isBucket)
    lines.push("The images are in a bucket that isn't configured here.")
  if (isBucket && images.count > 0)
    lines.push(`Copy the images from ${folder}/files into the bucket.`)
  if (!isSecretKnown)
    lines.push(
      "SECRET differs from the one in the backup. Credentials, second factors and webhook secrets can't be opened with it.",
    )
  if (settled)
    lines.push(
      `Unfinished work isn't simply repeated. ${settled.held} orders wait for a person, and ${settled.unpaid} unpaid ones will once they are paid. ` +
        `${settled.refunds} refunds are checked first. ${settled.tasks} tasks and ${settled.bulks} bulk orders are stopped. ` +
        `${settled.messages} emails are not sent, and ${settled.sessions} sessions have ended. Read "Backups" in docs/operating.md.`,
    )
  return lines.join('\n')
}
