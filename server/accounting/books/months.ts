import { isDeepStrictEqual } from 'node:util'
import type * as contract from '#contract/accounting/books.ts'
import type { BookedMonth, MonthInSums } from '#contract/accounting/books.ts'
import { periodOf } from '#contract/core/period.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { changeQuietly } from '#server/platform/audit/change-content.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { periodOfMonth } from './entries.ts'
import * as rows from './sql.ts'

/** Transactions of the month's last moments may still be open. */
const SETTLING_MS = 10 * 60 * 1000

export const listBookedMonths: Handler<typeof contract.listBookedMonths> = async (ctx) => {
  const first = await rows.selectFirstDate(ctx.sql)
  const closed = await rows.selectClosed(ctx.sql)
  const months = first ? monthsBetween(periodOf(first), periodOf(ctx.now())) : []
  return { months: months.map((month) => describe(ctx, month, closed)) }
}

/** Months from the last to the first, both included. */
function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = last; month >= first; month = monthBefore(month)) months.push(month)
  return months
}

function monthBefore(month: string): string {
  const [year, index] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, index - 2)).toISOString().slice(0, 7)
}

function describe(
  { now }: Pick<Context, 'now'>,
  month: string,
  closed: rows.ClosedRow[],
): BookedMonth {
  const found = closed.find((one) => one.month === month)
  return {
    month,
    isOver: periodOfMonth(month).end.getTime() + SETTLING_MS <= now().getTime(),
    closedAt: found?.closedAt.toISOString() ?? null,
    closedBy: found?.fullName ?? null,
  }
}

export const getBookedMonth: Handler<typeof contract.getBookedMonth> = (ctx, { month }) =>
  sumUp(ctx, ctx.sql, month)

async function sumUp(
  ctx: Pick<Context, 'now'>,
  sql: Sql | Tx,
  month: string,
): Promise<MonthInSums> {
  const period = periodOfMonth(month)
  const closed = await rows.selectClosed(sql)
  const sums = await rows.sumDocuments(sql, period)
  const then = closed.find((one) => one.month === month)?.sums
  return {
    ...describe(ctx, month, closed),
    sums,
    isUnchanged: then === undefined || isDeepStrictEqual(then, plain(sums)),
    correctedLater: await rows.sumLaterCorrections(sql, period),
  }
}

/** Rows have no prototype, which a strict comparison would take for a difference. */
const plain = (rows: object[]) => rows.map((row) => ({ ...row }))

/** Documents follow the ledger by seconds, so a month can be closed only when none of its lines waits for one. */
export const closeMonth: Handler<typeof contract.closeMonth> = (ctx, { month }, caller, visit) =>
  changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    const { end } = periodOfMonth(month)
    if (end.getTime() + SETTLING_MS > now.getTime()) throw new Refusal('MONTH_NOT_OVER')
    if (await rows.hasDue(tx, end)) throw new Refusal('BUSY', { retryAfterSeconds: 2 })
    const sums = await rows.sumDocuments(tx, periodOfMonth(month))
    const closed = { month, closedAt: now, closedBy: caller.id, sums }
    if (!(await rows.insertClosed(tx, closed))) throw new Refusal('MONTH_CLOSED')
    return {
      action: 'close month',
      subject: `month ${month}`,
      before: null,
      after: { sums },
      answer: await sumUp(ctx, tx, month),
    }
  })
