import type * as contract from '#contract/resellers/reseller.ts'
import { requireBooks } from '#server/catalogue/exchange-rate/rates.ts'
import type { ApiCaller, Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { getBalances, listOthers, type Balances } from '#server/money/ledger/ledger.ts'
import { selectLines, type LineRow } from './sql.ts'
import { selectTestLines } from './test-mode/test-sql.ts'
import { openTestWallet, readTestBalances } from './test-mode/test-wallet.ts'

export const getApiBalance: Handler<typeof contract.getApiBalance> = async (
  ctx,
  _input,
  caller,
) => {
  const balances = await readWallets(ctx, caller)
  const { INR, USD } = balances
  return { INR, USD, others: listOthers(balances), isTest: caller.key.isTest }
}

/** Balances of the wallets that a key pays from. */
export const readWallets = (
  ctx: Pick<Context, 'sql' | 'now' | 'rates'>,
  { id, key }: ApiCaller,
): Promise<Balances> => (key.isTest ? readTestBalances(ctx, id) : getBalances(ctx.sql, id))

export const getApiStatement: Handler<typeof contract.getApiStatement> = async (
  ctx,
  input,
  caller,
) => {
  const { currency, limit, after = 0 } = input
  const { isTest } = caller.key
  requireBooks(await ctx.rates(), currency)
  if (isTest) await openTestWallet(ctx, ctx.sql, caller.id)
  const select = isTest ? selectTestLines : selectLines
  const wanted = { userId: caller.id, currency, after, limit: limit + 1 }
  const rows = await select(ctx.sql, wanted)
  const lines = rows.slice(0, limit).map(toLine)
  return { currency, isTest, lines, next: rows.length > limit ? lines.at(-1)!.sequence : null }
}

const toLine = ({ createdAt, ...row }: LineRow) => ({ ...row, createdAt: createdAt.toISOString() })
