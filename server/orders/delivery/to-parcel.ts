import type { Context } from '#server/context.ts'
import type { Parcel } from '#server/suppliers/adapters/provider.ts'
import { callbackUrlOf } from '#server/suppliers/accounts/callbacks.ts'
import type { ParcelRow } from './sql.ts'

export type Deps = Pick<Context, 'config' | 'keys'>

/** Converts a row to the parcel that the supplier gets. */
export const toParcel = (ctx: Deps, row: ParcelRow): Parcel => ({
  game: row.game,
  region: row.region,
  reference: row.reference,
  serviceId: row.serviceId,
  playerId: row.playerId,
  zoneId: row.zoneId,
  callbackUrl: callbackUrlOf(ctx, row.provider),
  buyerAddress: row.buyerAddress,
  providerOrderId: row.providerOrderId,
  firstSentAt: row.firstSentAt,
})
