import type * as contract from '#contract/resellers/reseller.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { getBalances } from '#server/money/ledger/ledger.ts'
import { selectLines, type LineRow } from './sql.ts'
import { selectTestBalance, selectTestLines } from '#server/resellers/test-mode/test-sql.ts'
import { openTestWallet } from '#server/resellers/test-mode/test-wallet.ts'

export const getApiBalance: Handler<typeof contract.getApiBalance> = async (
  { sql, now },
  _input,
  caller,
) => {
  const { id: userId } = caller
  const { isTest } = caller.key
  if (!isTest) return { ...(await getBalances(sql, userId)), isTest }
  await openTestWallet(sql, userId, now())
  const [INR, USD] = await Promise.all([
    selectTestBalance(sql, { userId, currency: 'INR' }),
    selectTestBalance(sql, { userId, currency: 'USD' }),
  ])
  return { INR, USD, isTest }
}

export const getApiStatement: Handler<typeof contract.getApiStatement> = async (
  { sql, now },
  input,
  caller,
) => {
  const { currency, limit, after = 0 } = input
  const { isTest } = caller.key
  if (isTest) await openTestWallet(sql, caller.id, now())
  const select = isTest ? selectTestLines : selectLines
  const wanted = { userId: caller.id, currency, after, limit: limit + 1 }
  const rows = await select(sql, wanted)
  const lines = rows.slice(0, limit).map(toLine)
  return { currency, isTest, lines, next: rows.length > limit ? lines.at(-1)!.sequence : null }
}

const toLine = ({ createdAt, ...row }: LineRow) => ({ ...row, createdAt: createdAt.toISOString() })
