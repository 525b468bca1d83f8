import { toDecimal, type Currency } from '#contract/core/money.ts'
import { toRange } from '#contract/core/period.ts'
import type * as detail from '#contract/backoffice/user-detail.ts'
import type * as contract from '#contract/money/statement.ts'
import { STATEMENT_COLUMNS, type Statement } from '#contract/money/statement.ts'
import { changeQuietly } from '#server/platform/audit/change-content.ts'
import { requireBooks } from '#server/catalogue/exchange-rate/rates.ts'
import type { Caller, Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { BEGINNING } from '#server/money/ledger/chain.ts'
import { refuseColleague } from '#server/accounts/users/colleagues.ts'
import * as rows from './sql.ts'

type StatementInput = { currency: Currency; from?: string; to?: string }

const LINES_MAX = 20_000

export const getStatement: Handler<typeof contract.getStatement> = (ctx, input, caller) =>
  makeStatement(ctx, input, caller)

export const getStatementFile: Handler<typeof contract.getStatementFile> = async (
  ctx,
  input,
  caller,
) => toCsv(await makeStatement(ctx, input, caller))

export const getUserStatementFile: Handler<typeof detail.getUserStatementFile> = async (
  ctx,
  { id, ...input },
  caller,
  visit,
) => {
  await refuseColleague(ctx.sql, id, caller)
  const statement = await makeStatement(ctx, input, { id })
  const file = { action: 'download statement', subject: `user ${id}`, before: null, after: input }
  return changeQuietly(ctx, { caller, visit }, async () => ({ ...file, answer: toCsv(statement) }))
}

async function makeStatement(
  { sql, now, rates }: Pick<Context, 'sql' | 'now' | 'rates'>,
  { currency, ...period }: StatementInput,
  { id: userId }: Pick<Caller, 'id'>,
): Promise<Statement> {
  requireBooks(await rates(), currency)
  const input = { userId, currency, ...toRange(period, now()) }
  const found = await rows.selectStatement(sql, { ...input, max: LINES_MAX + 2 })
  const own = found.filter(({ isBefore }) => !isBefore)
  if (own.length > LINES_MAX) throw new Refusal('PERIOD_TOO_LONG')
  const before =
    found.length > 0
      ? found.find(({ isBefore }) => isBefore)
      : await rows.selectLineBefore(sql, input)
  return {
    currency,
    userId,
    openingBalance: before?.balance ?? 0,
    openingHash: before?.hash.toString('hex') ?? BEGINNING,
    closingBalance: own.at(-1)?.balance ?? before?.balance ?? 0,
    lines: own.map(toLine),
  }
}

const toLine = (row: rows.StatementRow): Statement['lines'][number] => ({
  sequence: row.sequence,
  createdAt: row.createdAt.toISOString(),
  kind: row.kind,
  UTR: row.reference,
  orderId: row.orderId,
  amount: row.amount,
  balance: row.balance,
  transferHash: row.transferHash.toString('hex'),
  hash: row.hash.toString('hex'),
})

/** Needs no quotes, and no field can be a formula. The database limits references to letters, digits and `._:/-`. */
function toCsv({ currency, userId, openingHash, lines }: Statement): string {
  const rows = lines.map((line, index) => [
    userId,
    currency,
    line.sequence,
    toDecimal(line.amount, currency),
    toDecimal(line.balance, currency),
    line.createdAt,
    line.kind,
    line.UTR,
    line.orderId ?? '',
    line.transferHash,
    lines[index - 1]?.hash ?? openingHash,
    line.hash,
  ])
  return [STATEMENT_COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}
