import { z } from 'zod'
import { SlugSought } from './catalog.ts'
import { endpoint, Id } from './endpoint.ts'
import { required, text } from './fields.ts'

/** A player that a customer has bought for, or is about to. */
export const GameDetail = z.object({
  _id: z.string(),
  playerId: z.string(),
  zoneId: z.string(), // empty where the game has none
  userName: z.string(), // as the game's own books have it; empty where nobody could be asked
  gameFrom: z.string(),
  gameSlug: z.string(),
  itemSlug: z.string(),
  isFit: z.boolean(), // whether the game's packs are for players of their country, as far as that is known
})
export type GameDetail = z.output<typeof GameDetail>

/** One's own, the last used first. */
export const listGameDetails = endpoint({
  method: 'GET',
  path: '/gamedetail',
  access: 'signed-in',
  message: '',
  input: z.strictObject({ gameSlug: SlugSought.exactOptional() }),
  output: z.object({ gameDetail: z.array(GameDetail) }),
})

/** What ids of players, and of servers that are typed, are made of. */
export const IN_AN_ID = /^[\p{L}\p{N}#_][\p{L}\p{N} ._#@+-]*$/u

/** The same player again is the same game detail, looked up anew. */
export const createGameDetail = endpoint({
  method: 'POST',
  path: '/gamedetail',
  access: 'signed-in',
  message: '',
  input: z.strictObject({
    playerId: required('Player ID is required.')
      .max(64, 'A player ID has at most 64 characters')
      .regex(IN_AN_ID, 'This player ID has characters that no player ID has'),
    zoneId: text(64).default(''), // what else it must be, the game says
    gameSlug: SlugSought,
    itemSlug: SlugSought.default(''),
  }),
  output: GameDetail,
})

export const findGameDetail = endpoint({
  method: 'GET',
  path: '/gamedetail/:id',
  access: 'signed-in',
  message: '',
  input: z.strictObject({ id: Id }),
  output: GameDetail,
})
