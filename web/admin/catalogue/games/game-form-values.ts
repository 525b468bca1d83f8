import type { z } from 'zod'
import { GameFields, type FullGame } from '#contract/catalogue/games.ts'
import { idOrNull, slugOrNone } from '#web/admin/forms/reference-schemas.ts'

const { gameSlug, gameImageId, tagId } = GameFields.shape

/** Parses the game form by the rules of its endpoints. */
export const GameFormValues = GameFields.extend({
  gameSlug: slugOrNone(gameSlug),
  gameImageId: idOrNull(gameImageId),
  tagId: idOrNull(tagId),
})
export type GameFormValues = z.output<typeof GameFormValues>

export const newGame = (apiName: string): z.input<typeof GameFormValues> => ({
  gameName: '',
  gameSlug: '',
  gameDescription: '',
  gameFrom: '',
  gameLink: '',
  gameAvailablity: true,
  gameImageId: '',
  tagId: '',
  apiName,
  givenGameName: '',
  givenRegion: '',
  inputFieldOne: '',
  inputFieldTwo: '',
  inputFieldTwoOption: [],
  isValidationRequired: false,
  playerRegions: [],
})

export const toGameFormValues = (game: FullGame): z.input<typeof GameFormValues> => ({
  gameName: game.gameName,
  gameSlug: game.gameSlug,
  gameDescription: game.gameDescription,
  gameFrom: game.gameFrom,
  gameLink: game.gameLink,
  gameAvailablity: game.gameAvailablity,
  gameImageId: game.gameImageId?._id ?? '',
  tagId: game.tagId?._id ?? '',
  apiName: game.apiName,
  givenGameName: game.givenGameName,
  givenRegion: game.givenRegion,
  inputFieldOne: game.inputFieldOne,
  inputFieldTwo: game.inputFieldTwo,
  inputFieldTwoOption: game.inputFieldTwoOption,
  isValidationRequired: game.isValidationRequired,
  playerRegions: game.playerRegions,
})
