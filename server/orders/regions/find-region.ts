import { keptSince } from '#contract/core/retention.ts'
import type { Context } from '#server/context.ts'
import { askSources } from './ask-sources.ts'
import { deleteAnswers, selectAnswer, upsertAnswer } from './sql.ts'
import { UNKNOWN, type Player, type RegionAnswer } from './source.ts'

export type RegionDeps = Pick<Context, 'sql' | 'now' | 'log' | 'config' | 'catalog' | 'suppliers'>

const UNKNOWN_KEPT_MS = 10 * 60 * 1000 // a source that knows it may be back soon

/**
 * Finds a player's region, stored or from a source. Null if nobody knows the player. Refuses if no source can be asked.
 */
export async function findRegion(ctx: RegionDeps, player: Player): Promise<RegionAnswer | null> {
  const known = await selectAnswer(ctx.sql, player, { since: keptSince('region', ctx.now()) })
  if (known && isFresh(ctx, known)) return known
  const answer = await askSources(ctx, player)
  if (answer) await upsertAnswer(ctx.sql, player, answer, ctx.now())
  return answer
}

const isFresh = (
  ctx: Pick<Context, 'now'>,
  { region, answeredAt }: RegionAnswer & { answeredAt: Date },
) => region !== UNKNOWN || answeredAt > ago(ctx, UNKNOWN_KEPT_MS)

/** Deletes answers that are too old to be used. Runs daily. */
export async function forgetRegions(ctx: Pick<Context, 'sql' | 'now'>): Promise<void> {
  await deleteAnswers(ctx.sql, keptSince('region', ctx.now()))
}

const ago = ({ now }: Pick<Context, 'now'>, milliseconds: number) =>
  new Date(now().getTime() - milliseconds)
