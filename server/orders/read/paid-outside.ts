import { findDebited } from '#server/money/ledger/ledger.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

/** Account for money that reached the shop outside its wallets and gateways, such as cash or a bank transfer. */
export const OUTSIDE = 'house:adjustments'

export const isPaidOutside = async (sql: Sql | Tx, orderId: string): Promise<boolean> =>
  (await findDebited(sql, `order:${orderId}`)) === OUTSIDE
