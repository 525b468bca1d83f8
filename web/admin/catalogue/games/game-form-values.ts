import type { z } from 'zod'
import { GameFields, type FullGame } from '#contract/games.ts'
import { chosenOrNothing, typedOrMade } from '#web/admin/forms/reference-schemas.ts'

const { gameSlug, gameImageId, tagId } = GameFields.shape

/** Parses the game form by the rules of its endpoints. */
export const TypedGame = GameFields.extend({
  gameSlug: typedOrMade(gameSlug),
  gameImageId: chosenOrNothing(gameImageId),
  tagId: chosenOrNothing(tagId),
})
export type TypedGame = z.output<typeof TypedGame>

export const NEW_GAME: z.input<typeof TypedGame> = {
  gameName: '',
  gameSlug: '',
  gameDescription: '',
  gameFrom: '',
  gameLink: '',
  gameAvailablity: true,
  gameImageId: '',
  tagId: '',
  apiName: 'smileone',
  givenGameName: '',
  givenRegion: '',
  inputFieldOne: '',
  inputFieldTwo: '',
  inputFieldTwoOption: [],
  isValidationRequired: false,
  playerRegions: [],
}

export const toTypedGame = (game: FullGame): z.input<typeof TypedGame> => ({
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
