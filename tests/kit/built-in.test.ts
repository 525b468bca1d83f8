import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkConnector } from './check-connector.ts'
import { findCandidate } from './find-candidate.ts'
import { isProven, toReport } from './report.ts'

const ROOT = join(import.meta.dirname, '../..')
const TWINS = globSync('connectors/*/*/twin/twin.ts', { cwd: ROOT })

/** Takes up to 30 s for each supplier. Tests of the adapters prove it with a clock of their own. */
const SLOW = 'silence'

for (const file of TWINS.toSorted())
  test(`${file.split('/')[2]} passes the proofs for connectors`, async () => {
    const candidate = await findCandidate(join(ROOT, file, '../..'))
    const results = await checkConnector(candidate, (name) => name !== SLOW)
    assert.ok(isProven(results), toReport(candidate, results, new Date()))
  })
