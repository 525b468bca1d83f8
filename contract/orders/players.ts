import { z } from 'zod'
import { SlugSought } from '#contract/catalogue/catalog.ts'
import { endpoint, Id } from '#contract/core/endpoint.ts'
import { required, text } from '#contract/core/fields.ts'

/** A player that a customer has bought for or is about to buy for. */
export const GameDetail = z.object({
  _id: z.string(),
  playerId: z.string(),
  zoneId: z.string(), // empty if the game has none
  userName: z.string(), // the name in the game; empty if it could not be looked up
  gameFrom: z.string(),
  gameSlug: z.string(),
  itemSlug: z.string(),
  isFit: z.boolean(), // false if the packs are known not to fit the player's country
})
export type GameDetail = z.output<typeof GameDetail>

/** Lists the caller's own players, the last used first. */
export const listGameDetails = endpoint({
  method: 'GET',
  path: '/gamedetail',
  access: 'signed-in',
  guests: true,
  message: '',
  input: z.strictObject({ gameSlug: SlugSought.exactOptional() }),
  output: z.object({ gameDetail: z.array(GameDetail) }),
})

/** Pattern of player ids, and of servers that are typed. */
export const IN_AN_ID = /^[\p{L}\p{N}#_][\p{L}\p{N} ._#@+-]*$/u

/** Saves a player after looking them up. The same player again keeps its id. */
export const createGameDetail = endpoint({
  method: 'POST',
  path: '/gamedetail',
  access: 'signed-in',
  guests: true,
  message: '',
  input: z.strictObject({
    playerId: required('Player ID is required.')
      .max(64, 'A player ID can have at most 64 characters')
      .regex(IN_AN_ID, 'This player ID has characters that aren’t allowed'),
    zoneId: text(64).default(''), // the game may restrict it further
    gameSlug: SlugSought,
    itemSlug: SlugSought.default(''),
  }),
  output: GameDetail,
})

export const findGameDetail = endpoint({
  method: 'GET',
  path: '/gamedetail/:id',
  access: 'signed-in',
  guests: true,
  message: '',
  input: z.strictObject({ id: Id }),
  output: GameDetail,
})
