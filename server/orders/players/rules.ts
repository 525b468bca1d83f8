import { IN_AN_ID } from '#contract/orders/players.ts'
import type { FullGame } from '#contract/catalogue/games.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Asking = Pick<FullGame, 'inputFieldTwo' | 'inputFieldTwoOption'>

/** Validates the second field of a game. Ignores the input if the game has no such field. */
export function readZone(game: Asking, zoneId: string): string {
  const { inputFieldTwo: label, inputFieldTwoOption: options } = game
  if (!label) return ''
  if (!zoneId) throw refuse(`${label} is required.`)
  if (options.length > 0 && !options.includes(zoneId))
    throw refuse(`Please choose the ${label} from the list`)
  if (options.length === 0 && !IN_AN_ID.test(zoneId))
    throw refuse('This has characters that aren’t allowed')
  return zoneId
}

const refuse = (message: string) => new Refusal('BAD_INPUT', { field: 'zoneId', message })
