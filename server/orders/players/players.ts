import { randomUUIDv7 } from 'node:crypto'
import type { Input } from '#contract/core/endpoint.ts'
import type { FullGame } from '#contract/catalogue/games.ts'
import type * as contract from '#contract/orders/players.ts'
import type { GameDetail } from '#contract/orders/players.ts'
import { enforceRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import { checkPlayer } from './check-player.ts'
import { checkFit } from './check-fit.ts'
import { readZone } from './rules.ts'
import * as rows from './sql.ts'
import type { RegionDeps } from '#server/orders/regions/find-region.ts'

export { readZone } from './rules.ts'

const HOUR_SECONDS = 60 * 60
const CONFIRMED_FOR_MS = 10 * 60 * 1000 // typing the same player again is quick, and needs no request
const KEPT_MAX = 100 // players of one customer

export const listGameDetails: Handler<typeof contract.listGameDetails> = async (
  ctx,
  { gameSlug },
  caller,
) => {
  const players = await rows.selectPlayers(ctx.sql, { userId: caller.id, gameSlug })
  return { gameDetail: players.map(toGameDetail) }
}

export const findGameDetail: Handler<typeof contract.findGameDetail> = async (
  ctx,
  { id },
  caller,
) => {
  const player = await rows.selectPlayer(ctx.sql, { id, userId: caller.id })
  if (!player) throw new Refusal('NO_SUCH_GAME_DETAIL')
  return toGameDetail(player)
}

export const createGameDetail: Handler<typeof contract.createGameDetail> = async (
  ctx,
  input,
  caller,
  visit,
) => {
  const game = await getGame(ctx, input)
  const { playerId, itemSlug } = input
  const key = {
    userId: caller.id,
    gameId: game._id,
    playerId,
    zoneId: readZone(game, input.zoneId),
  }
  await enforceRateLimits(ctx, caller, visit)
  const [confirmed, regions] = await checkFit(ctx, { game, ...key }, () =>
    confirm(ctx, game, { ...key, itemSlug }),
  )
  const { id, name } = await save(ctx, { ...key, ...confirmed, regions, itemSlug })
  return toGameDetail({
    ...key,
    id,
    name,
    itemSlug,
    gameSlug: game.gameSlug,
    publisher: game.gameFrom,
    isFit: true,
  })
}

type Looked = Pick<rows.PlayerKey, 'playerId' | 'zoneId'> & { name: string }

/** Checks an order's corrected player like a player to be saved. */
export async function checkOtherPlayer(
  ctx: RegionDeps,
  { playerId, ...sent }: Sent & { playerId: string; zoneId: string },
  caller: Caller,
  visit: Visit,
): Promise<Looked> {
  const game = await getGame(ctx, sent)
  const player = { playerId, zoneId: readZone(game, sent.zoneId) }
  await enforceRateLimits(ctx, caller, visit)
  const [{ name }] = await checkFit(ctx, { game, ...player }, async () => ({
    name: (await checkPlayer(ctx, game, { ...player, itemSlug: sent.itemSlug })) ?? '',
  }))
  return { ...player, name }
}

export async function erasePlayers(
  { sql }: Pick<Context, 'sql'>,
  { userId }: JobPayload<'account-deleted'>,
): Promise<void> {
  await rows.deletePlayersOf(sql, userId)
}

type Sent = Pick<Input<typeof contract.createGameDetail>, 'gameSlug' | 'itemSlug'>

async function getGame(
  { catalog }: Pick<Context, 'catalog'>,
  { gameSlug, itemSlug }: Sent,
): Promise<FullGame> {
  const game = (await catalog()).gameBySlug.get(gameSlug)
  if (!game) throw new Refusal('NO_SUCH_GAME')
  if (itemSlug && !game.itemId.some((item) => item.itemSlug === itemSlug))
    throw new Refusal('NO_SUCH_ITEM')
  return game
}

/** Counts every check, even one that needs no request, and so limits saved players as well. */
async function enforceRateLimits(
  { config, sql, now }: Pick<Context, 'sql' | 'now' | 'config'>,
  caller: Caller,
  visit: Visit,
) {
  const { playerChecksPerHour, playerChecksPerAddressPerHour } = config.limits
  for (const [key, max] of [
    [`player-check ${caller.id}`, playerChecksPerHour],
    [`player-check-address ${visit.address}`, playerChecksPerAddressPerHour],
  ] as const) {
    const refusal = 'TOO_MANY_PLAYER_CHECKS'
    await enforceRateLimit(sql, { key, max, windowSeconds: HOUR_SECONDS, refusal }, now())
  }
}

type Answered = { name: string; confirmedAt: Date | null }

/** Asks the supplier, unless it has just confirmed this player for this customer. */
async function confirm(
  ctx: Pick<Context, 'sql' | 'now' | 'log' | 'suppliers'>,
  game: FullGame,
  sought: rows.PlayerKey & { itemSlug: string },
): Promise<Answered> {
  const since = new Date(ctx.now().getTime() - CONFIRMED_FOR_MS)
  const known = await rows.selectConfirmed(ctx.sql, sought, since)
  if (known) return known
  const name = await checkPlayer(ctx, game, sought)
  return name === null ? { name: '', confirmedAt: null } : { name, confirmedAt: ctx.now() }
}

type NewPlayer = rows.PlayerKey & Answered & { regions: string[]; itemSlug: string }

const save = ({ sql, now }: Pick<Context, 'sql' | 'now'>, player: NewPlayer) =>
  sql.begin(async (tx) => {
    // Without the lock, a player saved during the deletion of the account would outlive the erasure.
    if (!(await lockUser(tx, player.userId))) throw new Refusal('NO_SUCH_USER')
    const row = await rows.upsertPlayer(tx, { ...player, id: randomUUIDv7() }, now())
    await rows.deleteOldPlayers(tx, player.userId, KEPT_MAX)
    return row
  })

const toGameDetail = ({ id, name, publisher, ...rest }: rows.PlayerRow): GameDetail => ({
  _id: id,
  userName: name,
  gameFrom: publisher,
  playerId: rest.playerId,
  zoneId: rest.zoneId,
  gameSlug: rest.gameSlug,
  itemSlug: rest.itemSlug,
  isFit: rest.isFit,
})
