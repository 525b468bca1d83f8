import type { Game } from '#contract/catalog.ts'
import { sayCountries } from '#contract/countries.ts'
import { sayDuration } from '#web/ui/duration.ts'

type Known = Pick<Game, 'deliverySeconds' | 'playerRegions'>

/** What is to be known of a game's packs before one buys, in words; null where there is nothing to say. */
export const goodToKnow = ({ deliverySeconds, playerRegions }: Known) => ({
  usually: deliverySeconds === null ? null : sayDuration(deliverySeconds),
  countries: playerRegions.length > 0 ? sayCountries(playerRegions) : null,
})
