import { toDecimal } from '#contract/money.ts'
import { toRange } from '#contract/period.ts'
import { TRANSACTION_COLUMNS } from '#contract/wallet.ts'
import type * as contract from '#contract/wallet.ts'
import type { OwnedTransaction } from '#contract/wallet.ts'
import { recordAction } from '#server/audit/audit.ts'
import { CSV_START, toCsvRow } from '#server/http/csv.ts'
import type { Handlers } from '#server/http/implement.ts'
import { selectBatch, type TransactionRow } from './sql.ts'
import { isNothing, toOwnedTransaction, toSearch } from './transactions.ts'

type Handle = Handlers<typeof contract>

const BATCH = 1_000

/** Nothing is held between two pieces but where the first has ended: it may take as long as who reads it. */
export const getTransactionsFile: Handle['getTransactionsFile'] = async function* (
  ctx,
  wish,
  caller,
  visit,
) {
  const { sql, now } = ctx
  const { search, searchIndex, status: _status, ...period } = wish
  const sought = search ? await toSearch(ctx, { search, searchIndex }) : {}
  const filter = { ...toRange(period, now()), ...sought }
  await sql.begin((tx) =>
    recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'download transactions',
      subject: 'transactions',
      before: null,
      after: wish,
      now: now(),
    }),
  )
  yield CSV_START + toCsvRow(TRANSACTION_COLUMNS)
  if (isNothing(wish)) return
  for (let after: TransactionRow | null = null; ;) {
    const rows: TransactionRow[] = await selectBatch(sql, { ...filter, limit: BATCH, after })
    if (rows.length > 0)
      yield rows.map((row) => toCsvRow(toCells(toOwnedTransaction(row)))).join('')
    if (rows.length < BATCH) return
    after = rows.at(-1)!
  }
}

const toCells = (transaction: OwnedTransaction): (string | null)[] => {
  const { price, currency } = transaction
  const cells = { ...transaction, price: toDecimal(price, currency) }
  return TRANSACTION_COLUMNS.map((name) => cells[name])
}
