// npm run connector:check -- connectors/gateways/acme: runs every proof on the connector of a folder, and writes a report.
import process from 'node:process'
import { inWords } from '#connectors/in-words.ts'
import { checkConnector } from '#tests/kit/check-connector.ts'
import { findCandidate } from '#tests/kit/find-candidate.ts'
import { isProven, toReport } from '#tests/kit/report.ts'

const [folder] = process.argv.slice(2)

try {
  if (!folder) throw new Error('Name a folder: npm run connector:check -- connectors/gateways/acme')
  const candidate = await findCandidate(folder)
  const results = await checkConnector(candidate)
  process.stdout.write(toReport(candidate, results, new Date()))
  process.exit(isProven(results) ? 0 : 1)
} catch (error) {
  process.stderr.write(`${inWords(error)}\n`)
  process.exit(1)
}
