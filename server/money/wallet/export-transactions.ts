import { z } from 'zod'
import type { Input } from '#contract/core/endpoint.ts'
import * as contract from '#contract/backoffice/exports.ts'
import { Currency, toDecimal } from '#contract/core/money.ts'
import { dayOf, toRange } from '#contract/core/period.ts'
import { TRANSACTION_COLUMNS, type OwnedTransaction } from '#contract/money/wallet.ts'
import { CSV_START, toCsvRow } from '#server/platform/http/csv.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { beginOnce } from '#server/platform/tasks/begin-once.ts'
import { endTask, stepTask } from '#server/platform/tasks/tasks.ts'
import type { Work } from '#server/platform/tasks/work-task.ts'
import { ANY_STAFF } from '#server/accounts/users/colleagues.ts'
import { selectBatch } from './sql.ts'
import { isNothing, listAllTransactions, toOwnedTransaction, toSearch } from './transactions.ts'

type ExportInput = Input<typeof contract.exportTransactions>

export const exportTransactions: Handler<typeof contract.exportTransactions> = async (
  ctx,
  input,
  caller,
  visit,
) => {
  const one = { ...input, page: 1, limit: 1, sort: '-date' } as const
  const reader = { ...caller, ...ANY_STAFF }
  const { totalTransactions: total } = await listAllTransactions(ctx, one, reader, visit)
  const fileName = `transactions-${dayOf(ctx.now())}.csv`
  return beginOnce(
    ctx,
    { endpoint: contract.exportTransactions, input, caller, visit },
    { kind: 'export-transactions', title: tell(input), total, fileName },
  )
}

function tell({ from, to, month, status, search }: ExportInput): string {
  const days = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ')
  const said = [status, month, days, search && `“${search}”`].filter(Boolean)
  return ['Transactions', ...said].join(', ')
}

/** Cursor of the export, with the result of the search. The search runs once, so it stays the same in all pieces. */
const Progress = z
  .object({
    after: z
      .object({ createdAt: z.coerce.date(), transfer: z.int(), accountId: z.int() })
      .nullable(),
    sought: z.object({
      userIds: z.array(z.string()).exactOptional(),
      reference: z.string().exactOptional(),
      currency: Currency.exactOptional(),
    }),
  })
  .nullable()

const BATCH = 1_000

/** Writes a thousand more lines. Each piece starts where the one before ended. */
export const workAtTransactions: Work = async (ctx, task) => {
  const input = contract.exportTransactions.input.parse(task.input)
  const progress = Progress.parse(task.cursor)
  const sought = progress?.sought ?? (await toSearch(ctx, { ...input, reader: ANY_STAFF }))
  const filter = { ...toRange(input, task.createdAt), ...sought }
  const batch = { ...filter, limit: BATCH, after: progress?.after ?? null }
  const rows = isNothing(input) ? [] : await selectBatch(ctx.sql, batch)
  const lines = rows.map((row) => toCsvRow(toCells(toOwnedTransaction(row, ANY_STAFF)))).join('')
  const content = progress ? lines : CSV_START + toCsvRow(TRANSACTION_COLUMNS) + lines
  const [done, last] = [task.done + rows.length, rows.at(-1)]
  const after = last
    ? { createdAt: last.createdAt, transfer: last.transfer, accountId: last.accountId }
    : batch.after
  const isLast = rows.length < BATCH
  return async (tx, now) => {
    const total = isLast ? done : Math.max(done, task.total ?? 0)
    await stepTask(tx, task.id, { done, total, cursor: { after, sought }, content })
    if (!isLast) return 'more'
    await endTask(tx, task.id, { state: 'done', result: {}, now })
    return 'over'
  }
}

const toCells = (transaction: OwnedTransaction): (string | null)[] => {
  const { price, currency } = transaction
  const cells = { ...transaction, price: toDecimal(price, currency) }
  return TRANSACTION_COLUMNS.map((name) => cells[name])
}
