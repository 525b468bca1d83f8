import type * as contract from '#contract/orders/regions.ts'
import { enforceRateLimit, type RateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findRegion } from './find-region.ts'

const HOUR_SECONDS = 60 * 60

export const checkRegion: Handler<typeof contract.checkRegion> = async (
  ctx,
  player,
  caller,
  visit,
) => {
  await enforceRateLimit(ctx.sql, toRateLimit(ctx, caller, visit), ctx.now())
  const found = await findRegion(ctx, player)
  if (!found) throw new Refusal('PLAYER_NOT_FOUND')
  return { username: found.username, user_id: player.id, zone: player.zone, region: found.region }
}

/** Counts signed-in callers one by one and others by address, because a whole town may share an address. */
function toRateLimit(
  { config: { limits } }: Pick<Context, 'config'>,
  caller: Caller | null,
  { address }: Visit,
): RateLimit {
  const [key, max] = caller
    ? [`player-check ${caller.id}`, limits.playerChecksPerHour]
    : [`player-check-address ${address}`, limits.playerChecksPerAddressPerHour]
  return { key, max, windowSeconds: HOUR_SECONDS, refusal: 'TOO_MANY_PLAYER_CHECKS' }
}
