// npm run backup -- <folder>: saves the whole shop at one moment, whether it runs or not. The folder must not exist
// yet. A folder with this name is always complete.
import process from 'node:process'
import { pino } from 'pino'
import { makeBackup } from '#server/operations/backup/backup.ts'
import { openInstallation } from '#server/operations/backup/installation.ts'
import { inWords } from '#connectors/in-words.ts'

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(inWords(error))
  process.exitCode = 1
}

async function run([folder, ...more]: string[]): Promise<string> {
  if (!folder?.trim() || more.length > 0 || folder.startsWith('-'))
    throw new Error('Name a folder: npm run backup -- <folder>')
  await using stack = new AsyncDisposableStack()
  const { installation, database } = await openInstallation(pino({ level: 'silent' }))
  stack.defer(() => database.close())
  const startedAt = performance.now()
  const { manifest, bytes } = await makeBackup(installation, folder)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const { tables, images } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const megabytes = (bytes / 1_000_000).toFixed(1)
  return [
    `${folder}: ${rows} rows of ${tables.length} tables and ${images.count} images as of ${manifest.takenAt}, ` +
      `${megabytes} MB in ${seconds} s.`,
    ...(images.isBucket ? ['The images stay in their bucket. Back that up too.'] : []),
    ...(installation.secrets ? ['SECRET is not in it. Keep that elsewhere.'] : []),
  ].join('\n')
}
