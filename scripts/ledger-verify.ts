// npm run ledger:verify: recomputes the books and the numbers of documents, whether the shop runs or not. If something is
// wrong, the exit status is 1 and the first fault is printed.
// npm run ledger:verify -- 12 9f3c…: also checks that the books still contain a seal that was written down elsewhere.
import process from 'node:process'
import { pino } from 'pino'
import { verifyDisputes } from '#server/money/disputes/verify-disputes.ts'
import { verifyAdjustments } from '#server/money/adjustments/verify-adjustments.ts'
import { verifyDocuments } from '#server/accounting/documents/verify-documents.ts'
import { connect } from '#server/platform/db/db.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { inWords } from '#connectors/in-words.ts'
import { verifyLedger, type Anchor } from '#server/money/ledger/verify.ts'

const STATEMENT_TIMEOUT_MS = 60 * 60 * 1000 // a large book is sorted before its first row arrives

try {
  process.exitCode = await run(readAnchor(process.argv.slice(2)))
} catch (error) {
  console.error(inWords(error))
  process.exitCode = 1
}

function readAnchor([number, hash = '']: string[]): Anchor | null {
  if (number === undefined) return null
  if (!/^[1-9]\d*$/.test(number) || !/^[0-9a-f]{64}$/.test(hash))
    throw new Error('Name a seal by its number and hash: npm run ledger:verify -- 12 9f3c…')
  return { number: Number(number), hash }
}

async function run(anchor: Anchor | null): Promise<number> {
  await using stack = new AsyncDisposableStack()
  const database = await openDatabase({
    databaseUrl: process.env['DATABASE_URL']?.trim() || undefined,
    dataDir: process.env['DATA_DIR']?.trim() || 'data',
    log: pino({ level: 'silent' }),
  })
  stack.defer(() => database.close())
  const options = { connectionsMax: 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS }
  const sql = connect(database.url, options)
  stack.defer(() => sql.end())

  const startedAt = performance.now()
  const { counts, fault } = await verifyLedger(sql, anchor)
  const seconds = (performance.now() - startedAt) / 1000
  const { wallets, postings, transfers, seals, sealed, lastSeal } = counts
  console.log(
    `${wallets} wallets with ${postings} postings, ${transfers} transfers, ` +
      `${sealed} of them under ${seals} seals, in ${seconds.toFixed(1)} s.`,
  )
  if (lastSeal) console.log(`Seal ${seals}: ${lastSeal}`)
  const documents = await verifyDocuments(sql)
  const adjustments = await verifyAdjustments(sql)
  const disputes = await verifyDisputes(sql)
  console.log(
    `${documents.count} documents, ${adjustments.count} adjustments, ${disputes.count} disputes.`,
  )
  const wrong = fault ?? documents.fault ?? adjustments.fault ?? disputes.fault
  console.log(wrong ? `FAULT. ${wrong}` : 'The books are right.')
  return wrong ? 1 : 0
}
