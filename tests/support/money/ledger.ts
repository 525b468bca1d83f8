import { randomUUID } from 'node:crypto'
import type { Currency } from '#contract/core/money.ts'
import { connect, type Sql } from '#server/platform/db/db.ts'
import {
  moveMoney,
  walletOf,
  type Line,
  type Moved,
  type Movement,
} from '#server/money/ledger/ledger.ts'
import { sealLedger } from '#server/money/ledger/seal.ts'
import { pino } from 'pino'
import { copyTemplate, PATIENCE, type openShop } from '#tests/support/shop/shop.ts'

export type TestLedger = { sql: Sql; databaseUrl: string }

/** Opens the ledger alone, without a shop around it. */
export async function openLedger(
  t: Parameters<typeof openShop>[0],
  connectionsMax = 8,
): Promise<TestLedger> {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const databaseUrl = await copyTemplate(stack)
  const sql = connect(databaseUrl, { connectionsMax, patience: PATIENCE })
  stack.defer(() => sql.end())
  return { sql, databaseUrl }
}

export async function makeUsers(sql: Sql, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into users (id, full_name, email, created_at, updated_at)
    select gen_random_uuid(), 'Somebody', gen_random_uuid() || '@example.com', now(), now()
    from generate_series(1, ${count}) returning id`
  return rows.map(({ id }) => id)
}

type Change = Omit<Movement, 'now' | 'key'> & { key?: string }

/** A context that logs nothing. */
export const QUIET = { log: pino({ level: 'silent' }) }

export const move = (sql: Sql, { key = randomUUID(), ...change }: Change): Promise<Moved> =>
  sql.begin((tx) => moveMoney(QUIET, tx, { key, now: new Date(), ...change }))

/** Gives a person an amount, as a gift from the shop. */
export const endow = (sql: Sql, userId: string, amount: number, currency: Currency = 'INR') =>
  move(sql, {
    kind: 'gift',
    lines: [{ from: 'house:gifts', to: walletOf(userId), currency, amount }],
  })

export const spend = (sql: Sql, userId: string, amount: number, currency: Currency = 'INR') =>
  move(sql, { kind: 'order', lines: [spendLine(userId, amount, currency)] })

export const spendLine = (userId: string, amount: number, currency: Currency = 'INR'): Line => ({
  from: walletOf(userId),
  to: 'house:sales',
  currency,
  amount,
})

/** Runs the shop's sealing job. */
export const seal = (sql: Sql): Promise<void> =>
  sealLedger({ sql, now: () => new Date(), ...QUIET })

/** Counts the outcomes of calls, such as { done: 1, BALANCE_TOO_LOW: 9 }. */
export async function outcomes(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const outcome of await Promise.allSettled(calls)) {
    const name =
      outcome.status === 'fulfilled'
        ? 'done'
        : ((outcome.reason as { code?: string }).code ?? String(outcome.reason))
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
