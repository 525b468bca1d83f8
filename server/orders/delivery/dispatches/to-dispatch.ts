import type { Context } from '#server/context.ts'
import type { Dispatch } from '#connectors/suppliers/supplier.ts'
import { callbackUrlOf } from '#server/suppliers/accounts/callbacks.ts'
import { isDispatchReference } from './dispatch-references.ts'
import type { DispatchRow } from '#server/orders/delivery/sql.ts'

export type Deps = Pick<Context, 'config' | 'keys'>

/** Converts a row to the dispatch that the supplier gets. */
export const toDispatch = (ctx: Deps, row: DispatchRow): Dispatch => ({
  game: row.game,
  region: row.region,
  reference: row.reference,
  serviceId: row.productId,
  playerId: row.playerId,
  zoneId: row.zoneId,
  callbackUrl: callbackUrlOf(ctx, row.supplier),
  buyerAddress: row.buyerAddress,
  via: (row.via ?? []).filter(isDispatchReference),
  providerOrderId: row.supplierOrderId,
  firstSentAt: row.firstSentAt,
})
