// Documents follow the ledger: each movement of money that needs one gets it, in the order of the ledger's lines. The
// job needs nothing from an order's own transaction, so it slows no order down.
import { readSellers } from '#server/accounting/tax-rules/seller.ts'
import type { Context } from '#server/context.ts'
import { findTransfers } from '#server/money/ledger/ledger.ts'
import { findSettled } from '#server/money/ledger/seal.ts'
import { titleOf } from '#server/money/gateways/connectors.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { issueForOrders } from './for-orders.ts'
import { issueForPayments } from './for-payments.ts'
import * as rows from './sql.ts'

const BATCH = 1_000

/** Documents of orders and of payments follow the ledger separately, because the second came later. */
const STREAMS = [
  ['orders', issueForOrders],
  ['payments', issueForPayments],
] as const

type Deps = Pick<Context, 'sql' | 'log' | 'connectors'>

/** Issues the documents that are due. Each batch is all or nothing, so no number is lost or given twice. */
export async function issueDocuments(ctx: Deps): Promise<void> {
  const { sql, log } = ctx
  if (!(await rows.hasNewTransfers(sql))) return
  const upTo = await findSettled(sql)
  for (const [stream, issue] of STREAMS)
    for (let isLast = false; !isLast;) {
      const done = await sql.begin((tx) => issueBatch(ctx, tx, { stream, issue, upTo }))
      if (done.count > 0) log.info({ count: done.count, stream }, 'documents issued')
      isLast = done.isLast
    }
}

type Batch = { stream: rows.Stream; issue: typeof issueForOrders; upTo: number }

async function issueBatch(
  ctx: Deps,
  tx: Tx,
  { stream, issue, upTo }: Batch,
): Promise<{ count: number; isLast: boolean }> {
  const after = await rows.lockCursor(tx, stream)
  const lines = await findTransfers(tx, { after, upTo, max: BATCH })
  const last = lines.at(-1)
  if (!last) return { count: 0, isLast: true }
  const sellerAt = await readSellers(tx)
  const nameGateway = (name: string) => titleOf(ctx, name)
  const count = await issue(tx, lines, { sellerAt, nameGateway })
  await rows.moveCursor(tx, stream, last.number)
  return { count, isLast: lines.length < BATCH }
}
