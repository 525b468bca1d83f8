import type { Game } from '#contract/catalog.ts'
import { sayCountries } from '#contract/countries.ts'
import { sayDuration } from '#web/ui/duration.ts'

type Known = Pick<Game, 'deliverySeconds' | 'playerRegions' | 'isDeliveredByHand'>

/** What is to be known before one buys, in words; null where there is nothing to say. Seconds are the pack's own, or the game's. */
export const goodToKnow = (game: Known, seconds = game.deliverySeconds) => ({
  usually: sayUsual(game.isDeliveredByHand, seconds),
  countries: game.playerRegions.length > 0 ? sayCountries(game.playerRegions) : null,
})

/** Promises only what was measured. */
export function sayUsual(isByHand: boolean, seconds: number | null): string | null {
  if (seconds === null) return isByHand ? 'Delivered by hand' : null
  const time = sayDuration(seconds)
  return isByHand ? `Delivered by hand, usually within ${time}` : `Usually delivered in ${time}`
}
