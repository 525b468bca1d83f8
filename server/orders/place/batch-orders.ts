import { createBatches } from '#server/platform/batches.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { placeOrders, type NewOrder } from './sql-place.ts'

export type { NewOrder, Outcome } from './sql-place.ts'

const LANES = 2

/**
 * Places orders in batches. All orders of a customer go through one lane: a busy wallet is locked once for many of
 * them, and a node's lanes never wait for each other's wallets.
 */
export const batchOrders = (sql: Sql, patience: number) =>
  createBatches({
    patience,
    lanes: LANES,
    laneOf: ({ userId }: NewOrder) => Number.parseInt(userId.slice(-6), 16),
    run: (orders) => placeOrders(sql, orders),
  })
