import type { Sql, Tx } from '#server/platform/db/db.ts'
import { insertOpening } from './test-sql.ts'

const BEGINS_WITH = { INR: 1_00_000_00, USD: 1_000_0000 } as const

/** Fills a test wallet when it is first read or paid from. */
export async function openTestWallet(sql: Sql | Tx, userId: string, now: Date): Promise<void> {
  await insertOpening(sql, { userId, currency: 'INR', amount: BEGINS_WITH.INR, now })
  await insertOpening(sql, { userId, currency: 'USD', amount: BEGINS_WITH.USD, now })
}
