import type { Rate } from '#contract/core/money.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import * as rows from './outside-money-sql.ts'

export type { ReceivedRow, SentBackRow } from './outside-money-sql.ts'

const byKey = <Row extends { key: string }>(found: Row[]): Map<string, Row> =>
  new Map(found.map((row) => [row.key, row]))

/** Finds money that gateways brought into wallets, by the keys of its ledger lines. */
export const findReceived = async (tx: Tx, keys: string[]) =>
  byKey(keys.length > 0 ? await rows.selectReceived(tx, keys) : [])

/** Finds money that left wallets for where it came from, by the keys of its ledger lines. */
export const findSentBack = async (tx: Tx, keys: string[]) =>
  byKey(keys.length > 0 ? await rows.selectSentBack(tx, keys) : [])

/** Finds the rates of payments in other currencies than rupees, by the keys of ledger lines about them. */
export async function findPaymentRates(sql: Sql, keys: string[]): Promise<Map<string, Rate>> {
  const found = keys.length > 0 ? await rows.selectPaymentRates(sql, keys) : []
  return new Map(found.map(({ key, rate }) => [key, rate]))
}

/** Ids of the captures and payouts of a customer's own top-up. */
export async function getTopUpMoney(
  sql: Sql,
  wanted: { reference: string; userId: string },
): Promise<rows.TopUpMoney> {
  const found = await rows.selectTopUpMoney(sql, wanted)
  if (!found) throw new Refusal('NO_SUCH_PAYMENT')
  return found
}
