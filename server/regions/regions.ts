import type * as contract from '#contract/regions.ts'
import { takeAllowance, type Allowance } from '#server/allowances/allowances.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { deleteAnswers, selectAnswer, upsertAnswer } from './sql.ts'
import { createVipReseller, type Player, type RegionAnswer } from './vip-reseller.ts'

type Handle = Handlers<typeof contract>

const HOUR_SECONDS = 60 * 60
const DAY_MS = 24 * HOUR_SECONDS * 1000

export const checkRegion: Handle['checkRegion'] = async (ctx, player, caller, visit) => {
  await takeAllowance(ctx.sql, toAllowance(ctx, caller, visit), ctx.now())
  const known = await selectAnswer(ctx.sql, player, dayAgo(ctx))
  const { username, region } = known ?? (await askAndKeep(ctx, player))
  return { username, user_id: player.id, zone: player.zone, region }
}

/** Daily: lets go of answers that are too old to be given again. */
export async function forgetRegions(ctx: Context): Promise<void> {
  await deleteAnswers(ctx.sql, dayAgo(ctx))
}

const dayAgo = ({ now }: Context) => new Date(now().getTime() - DAY_MS)

/** Behind one address there may be a whole town; who is signed in is counted alone. */
function toAllowance(
  { config: { limits } }: Context,
  caller: Caller | null,
  { address }: Visit,
): Allowance {
  const [key, max] = caller
    ? [`player-check ${caller.id}`, limits.playerChecksPerHour]
    : [`player-check-address ${address}`, limits.playerChecksPerAddressPerHour]
  return { key, max, windowSeconds: HOUR_SECONDS, refusal: 'TOO_MANY_PLAYER_CHECKS' }
}

async function askAndKeep(ctx: Context, player: Player): Promise<RegionAnswer> {
  const answer = await ask(ctx, player)
  if (!answer) throw new Refusal('PLAYER_NOT_FOUND')
  await upsertAnswer(ctx.sql, player, answer, ctx.now())
  return answer
}

async function ask({ config }: Context, player: Player): Promise<RegionAnswer | null> {
  if (!config.vipReseller) throw new Refusal('REGION_UNREACHABLE')
  try {
    return await createVipReseller(config.vipReseller)(player)
  } catch (error) {
    throw new Refusal('REGION_UNREACHABLE', { cause: error })
  }
}
