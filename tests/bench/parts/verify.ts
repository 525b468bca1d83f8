import process from 'node:process'
import { pino } from 'pino'
import { connect } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { fillDatabase } from '#tests/bench/fill/fill-database.ts'
import { makeFolder } from '#tests/bench/run/make-folder.ts'
import { openCluster } from '#tests/bench/run/open-cluster.ts'
import type { PartResult, Part, Setting } from '#tests/bench/run/part.ts'

const SIZE = { orders: 400_000, people: 10_000 } // 1,200,000 postings

export const verify: Part = {
  name: 'verify',
  about: 'speed of verifying the ledger',
  isExtra: true,
  measure: measureVerifier,
}

async function measureVerifier({ stack }: Setting): Promise<PartResult> {
  const { url } = await openCluster(stack, { folder: makeFolder(stack), isFilling: true })
  await migrate(url, pino({ level: 'silent' }))
  await fillDatabase(url, SIZE)
  const sql = connect(url, { connectionsMax: 4, statementTimeoutMs: 3_600_000 })
  stack.defer(() => sql.end())
  const memory = process.memoryUsage().rss
  const startedAt = performance.now()
  const { counts, fault } = await verifyLedger(sql)
  const seconds = (performance.now() - startedAt) / 1000
  const grown = Math.round((process.memoryUsage().rss - memory) / 2 ** 20)
  if (fault) throw new Error(fault)
  const rate = Math.round(counts.postings / seconds)
  const row = {
    what: 'verifying the ledger',
    measured: `${rate} postings/s, ${grown} MB more memory`,
    against: '',
    ratio: null,
    target: '',
    isKept: null,
  }
  return { rows: [row], rounds: { counts, seconds, grown } }
}
