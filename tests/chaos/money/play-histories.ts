import * as fc from 'fast-check'
import { connect } from '#server/platform/db/db.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { seal } from '#tests/support/money/ledger.ts'
import { history, play } from '#tests/support/database/histories.ts'
import { orderHistory, playOrders } from '#tests/support/database/order-histories.ts'
import { openTestDatabase } from '#scripts/testing/test-database.ts'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'

export type HistoriesReport = {
  histories: number
  transfers: number
  fault: string | null
  audit: string[]
  failure: string
}

const AT_ONCE = 4

type Options = { histories: number; operations: number; seed: number }

/**
 * Plays random histories against a model and compares after every operation. This is the long version of the unit tests
 * of ledger and orders.
 */
export async function playHistories({
  histories,
  operations,
  seed,
}: Options): Promise<HistoriesReport> {
  const database = await openTestDatabase(undefined)
  const url = new URL(database.server)
  url.pathname = 'shop_template' // this server is our own, so nobody copies the template
  const sql = connect(url.href, { connectionsMax: AT_ONCE, statementTimeoutMs: 600_000 })
  const movements = fc.asyncProperty(history(operations), (one) => play(sql, one))
  const orders = fc.asyncProperty(orderHistory(operations), (one) => playOrders(sql, one))
  const options = { numRuns: Math.ceil(histories / AT_ONCE), endOnFailure: true }
  const runs = Array.from({ length: AT_ONCE }, (_, index) =>
    fc.check<unknown>(index % 2 === 0 ? movements : orders, { ...options, seed: seed + index }),
  )
  try {
    const details = await Promise.all(runs)
    await seal(sql)
    const { fault, counts } = await verifyLedger(sql)
    const failure = details
      .filter(({ failed }) => failed)
      .map(
        ({ seed, counterexamplePath, errorInstance }) =>
          `${seed} ${counterexamplePath} ${String(errorInstance)}`,
      )
      .join('\n')
    return {
      histories,
      transfers: counts.transfers,
      fault,
      failure,
      audit: await auditBooks(sql),
    }
  } finally {
    await sql.end()
    await database.close()
  }
}
