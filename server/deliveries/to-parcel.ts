import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { Parcel } from '#server/fulfilment/provider.ts'
import type { ParcelRow } from './sql.ts'

export type Place = Pick<Context, 'config' | 'keys'>

/** As its provider is told of it. */
export const toParcel = (ctx: Place, row: ParcelRow): Parcel => ({
  game: row.game,
  region: row.region,
  reference: row.reference,
  serviceId: row.serviceId,
  playerId: row.playerId,
  zoneId: row.zoneId,
  callbackUrl: callbackUrlOf(ctx, row.provider),
  providerOrderId: row.providerOrderId,
  firstSentAt: row.firstSentAt,
})

/** Where a provider tells the shop. Nobody who has not been told this address can guess it. */
export const callbackUrlOf = ({ config, keys }: Place, provider: string): string =>
  `${config.publicUrl}/api/v1/callback/${provider}/${secretOf(keys.callback[0]!, provider)}`

/** Addresses that were given away before the shop's secret was changed stay good as long as that secret does. */
export const isSecretOf = ({ keys }: Pick<Place, 'keys'>, provider: string, secret: string) =>
  keys.callback.some((key) => isSame(secret, secretOf(key, provider)))

const secretOf = (key: Buffer, provider: string) =>
  createHmac('sha256', key).update(provider).digest('hex')

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
