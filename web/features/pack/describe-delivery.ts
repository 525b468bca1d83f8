import type { Game } from '#contract/catalogue/catalog.ts'
import { sayCountries } from '#contract/core/countries.ts'
import { sayDuration } from '#web/ui/text/duration.ts'

type Known = Pick<Game, 'deliverySeconds' | 'playerRegions' | 'isDeliveredByHand'>

/** Facts to know before buying, in words, or null if unknown. Seconds are the pack's own, or else the game's. */
export const describeDelivery = (game: Known, seconds = game.deliverySeconds) => ({
  usually: describeUsualTime(game.isDeliveredByHand, seconds),
  countries: game.playerRegions.length > 0 ? sayCountries(game.playerRegions) : null,
})

/** Names a time only if it was measured. */
export function describeUsualTime(isByHand: boolean, seconds: number | null): string | null {
  if (seconds === null) return isByHand ? 'Delivered by hand' : null
  const time = sayDuration(seconds)
  return isByHand ? `Delivered by hand, usually within ${time}` : `Usually delivered in ${time}`
}
