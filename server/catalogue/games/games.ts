import { randomUUIDv7 } from 'node:crypto'
import type { Input } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/catalogue/games.ts'
import type { FullGame } from '#contract/catalogue/games.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { requireConfirmed } from '#server/platform/http/limits/admit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { assembleGame } from './assemble.ts'
import { browse, type Look } from './browse.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import { refuseStale } from '#server/platform/audit/refuse-stale.ts'
import { refuseUnknownSource } from './known-sources.ts'
import { insertAtFreeSlug, toSlug } from './slugs.ts'
import {
  buryGame,
  insertGame,
  lockGame,
  selectItems,
  selectSlugs,
  updateGame,
  type GameChange,
  type GameRow,
} from './sql.ts'

/** Administrators can also search by the supplier's name for a game. */
const look: Look<FullGame> = {
  text: ({ gameName, gameSlug, gameFrom, tagId, apiName, givenGameName }) =>
    [gameName, gameSlug, gameFrom, tagId?.tagName, apiName, givenGameName].join(' '),
  name: ({ gameName }) => gameName,
}

export const listGamesAsAdmin: Handler<typeof contract.listGamesAsAdmin> = async (
  { catalog },
  list,
) => {
  const { found, total } = browse((await catalog()).games, list, look)
  return { games: found, totalGames: total }
}

export const findGameAsAdmin: Handler<typeof contract.findGameAsAdmin> = async (
  { catalog },
  { slug },
) => {
  const game = (await catalog()).gameBySlug.get(slug)
  if (!game) throw new Refusal('NO_SUCH_GAME')
  return game
}

export const createGame: Handler<typeof contract.createGame> = (ctx, input, caller, visit) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    refuseUnknownSource(ctx, { field: 'apiName', source: input.apiName, before: [] })
    const game = { ...toNewGame(input), id: randomUUIDv7() }
    const row = await placeGame(tx, { game, slug: input.gameSlug, now })
    const subject = `game ${row.id}`
    const answer = await assembleGame(ctx, tx, row)
    return { action: 'create game', subject, before: null, after: row, answer }
  })

type NewGame = { game: Omit<GameRow, 'slug'>; slug: string | undefined; now: Date }

async function placeGame(tx: Tx, { game, slug, now }: NewGame): Promise<GameRow> {
  if (slug === undefined)
    return insertAtFreeSlug({
      start: toSlug(game.name) ?? 'game',
      select: (start) => selectSlugs(tx, 'game', start),
      insert: (free) => insertGame(tx, { ...game, slug: free }, now),
    })
  const row = await insertGame(tx, { ...game, slug }, now)
  if (!row) throw new Refusal('SLUG_TAKEN', { field: 'gameSlug' })
  return row
}

const SOURCE = ['source', 'sourceGame', 'sourceRegion'] as const

export const editGame: Handler<typeof contract.editGame> = (
  ctx,
  { id, was, ...input },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const before = await getGame(tx, id)
    const seen = was && toChange(was)
    await refuseStale(tx, { subject: `game ${id}`, was: seen, is: before, caller, now })
    const { apiName: source = before.source } = input
    refuseUnknownSource(ctx, { field: 'apiName', source, before: [before.source] })
    const after = await updateGame(tx, id, toChange(input), now)
    if (SOURCE.some((field) => before[field] !== after[field])) requireConfirmed(ctx, caller)
    const answer = await assembleGame(ctx, tx, after)
    return { action: 'edit game', subject: `game ${id}`, before, after, answer }
  })

export const deleteGame: Handler<typeof contract.deleteGame> = (ctx, { id }, caller, visit) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const row = await getGame(tx, id)
    const before = { ...row, items: await selectItems(tx, { gameId: id }) }
    await buryGame(tx, id, now)
    return { action: 'delete game', subject: `game ${id}`, before, after: null, answer: null }
  })

async function getGame(tx: Tx, id: string): Promise<GameRow> {
  const game = await lockGame(tx, id)
  if (!game) throw new Refusal('NO_SUCH_GAME')
  return game
}

type Fields = Omit<Input<typeof contract.editGame>, 'id' | 'was'>

const toChange = (input: Fields): GameChange => ({
  slug: input.gameSlug,
  name: input.gameName,
  description: input.gameDescription,
  publisher: input.gameFrom,
  link: input.gameLink,
  isAvailable: input.gameAvailablity,
  pictureId: input.gameImageId,
  tagId: input.tagId,
  source: input.apiName,
  sourceGame: input.givenGameName,
  sourceRegion: input.givenRegion,
  playerLabel: input.inputFieldOne,
  zoneLabel: input.inputFieldTwo,
  zoneOptions: input.inputFieldTwoOption,
  isValidationRequired: input.isValidationRequired,
  playerRegions: input.playerRegions,
})

const toNewGame = (input: Input<typeof contract.createGame>): Omit<GameRow, 'id' | 'slug'> => ({
  name: input.gameName,
  description: input.gameDescription ?? '',
  publisher: input.gameFrom ?? '',
  link: input.gameLink ?? '',
  isAvailable: input.gameAvailablity ?? true,
  pictureId: input.gameImageId ?? null,
  tagId: input.tagId ?? null,
  source: input.apiName,
  sourceGame: input.givenGameName ?? '',
  sourceRegion: input.givenRegion ?? '',
  playerLabel: input.inputFieldOne ?? '',
  zoneLabel: input.inputFieldTwo ?? '',
  zoneOptions: input.inputFieldTwoOption ?? [],
  isValidationRequired: input.isValidationRequired ?? false,
  playerRegions: input.playerRegions ?? [],
})
