// npm run connector:check -- connectors/gateways/acme: runs every proof on the connector of a folder, and writes a report. A proof
// goes into the folder, if it isn't one of this repository.
import { relative, resolve } from 'node:path'
import process from 'node:process'
import { FOLDERS } from '#connectors/connectors.ts'
import { inWords } from '#connectors/in-words.ts'
import { writeProof } from '#connectors/proof.ts'
import { checkConnector } from '#tests/kit/check-connector.ts'
import { findCandidate } from '#tests/kit/find-candidate.ts'
import { isProven, toReport } from '#tests/kit/report.ts'

const [folder] = process.argv.slice(2)

/** Connectors of the repository are proven by its tests. */
const isOwn = (path: string) => relative(FOLDERS[0]!, resolve(path)).startsWith('..')

try {
  if (!folder) throw new Error('Name a folder: npm run connector:check -- connectors/gateways/acme')
  const candidate = await findCandidate(folder)
  const results = await checkConnector(candidate)
  const at = new Date()
  process.stdout.write(toReport(candidate, results, at))
  if (!isProven(results)) process.exit(1)
  const passed = results.filter(({ is }) => is === 'passed').length
  if (isOwn(folder))
    writeProof(folder, { version: candidate.connector.version, passed, at: at.toISOString() })
  process.exit(0)
} catch (error) {
  process.stderr.write(`${inWords(error)}\n`)
  process.exit(1)
}
