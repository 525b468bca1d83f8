import type { Context } from '#server/context.ts'
import { askSources } from './ask-sources.ts'
import { deleteAnswers, selectAnswer, upsertAnswer } from './sql.ts'
import { UNKNOWN, type Player, type RegionAnswer } from './source.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const UNKNOWN_KEPT_MS = 10 * 60 * 1000 // who knows it may be back soon

/** From memory or from outside; null when nobody knows the player. Refuses when nobody can be asked. */
export async function findRegion(ctx: Context, player: Player): Promise<RegionAnswer | null> {
  const known = await selectAnswer(ctx.sql, player, { since: ago(ctx, DAY_MS) })
  if (known && isFresh(ctx, known)) return known
  const answer = await askSources(ctx, player)
  if (answer) await upsertAnswer(ctx.sql, player, answer, ctx.now())
  return answer
}

const isFresh = (ctx: Context, { region, answeredAt }: RegionAnswer & { answeredAt: Date }) =>
  region !== UNKNOWN || answeredAt > ago(ctx, UNKNOWN_KEPT_MS)

/** Daily: lets go of answers that are too old to be given again. */
export async function forgetRegions(ctx: Context): Promise<void> {
  await deleteAnswers(ctx.sql, ago(ctx, DAY_MS))
}

const ago = ({ now }: Context, milliseconds: number) => new Date(now().getTime() - milliseconds)
