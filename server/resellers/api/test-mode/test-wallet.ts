import { convert, type Currency } from '#contract/core/money.ts'
import { isOffered, lastRateOf } from '#server/catalogue/exchange-rate/rates.ts'
import type { Context } from '#server/context.ts'
import type { Balances } from '#server/money/ledger/ledger.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { insertOpening, selectTestBalance } from './test-sql.ts'

const RUPEES = 1_00_000_00
const DOLLARS = 1_000_0000

type Deps = Pick<Context, 'rates' | 'now'>

/** Fills the test wallets when they are first read or paid from: those in other currencies with as much as in rupees. */
export async function openTestWallet(ctx: Deps, sql: Sql | Tx, userId: string): Promise<void> {
  for (const [currency, amount] of await listOpenings(ctx))
    await insertOpening(sql, { userId, currency, amount, now: ctx.now() })
}

async function listOpenings({ rates }: Deps): Promise<[Currency, number][]> {
  const known = await rates()
  const others = [...known.keys()].filter((one) => one !== 'USD' && isOffered(known, one))
  return [
    ['INR', RUPEES],
    ['USD', DOLLARS],
    ...others.map((one): [Currency, number] => [one, convert(RUPEES, one, lastRateOf(known, one))]),
  ]
}

export async function readTestBalances(
  ctx: Deps & Pick<Context, 'sql'>,
  userId: string,
): Promise<Balances> {
  await openTestWallet(ctx, ctx.sql, userId)
  const currencies = (await listOpenings(ctx)).map(([currency]) => currency)
  const balances = await Promise.all(
    currencies.map(async (currency) => [
      currency,
      await selectTestBalance(ctx.sql, { userId, currency }),
    ]),
  )
  return Object.fromEntries(balances) as Balances
}
