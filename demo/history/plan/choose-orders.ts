import { BUYERS, type Buyer } from './buyers.ts'
import { createRandom, type Random } from './random.ts'
import { daysAgo, HOUR, listTimes, MINUTE, startOf } from './rhythm.ts'
import type { Choice, Pack } from './types.ts'

const FAVOURITES = [6, 3, 1.5, 1]
const HAND_FROM = 9 // the shop delivers by hand from this hour on
const HAND_TO = 22
const HAND_LASTS = 90 * MINUTE
const PAISE = 100
const MOST = 1.2 // of what they can spend on a pack

/** Time of a buyer's sign-up, between nine in the morning and three in the afternoon. */
export const joinedAt = ({ joinedDaysAgo, fullName }: Buyer, now: number): number =>
  startOf(daysAgo(now, joinedDaysAgo)) + 9 * HOUR + 17 * MINUTE * (fullName.length % 20)

/** Chooses who orders what, in the order of time. Nobody pays a gateway after `gatewayUntil`. */
export function chooseOrders(
  packs: readonly Pack[],
  { now, gatewayUntil }: { now: number; gatewayUntil: number },
): Choice[] {
  const random = createRandom('orders')
  const byGame = Map.groupBy(packs, ({ gameSlug }) => gameSlug)
  return listTimes(now).map((at) => {
    const here = BUYERS.filter((buyer) => joinedAt(buyer, now) + HOUR < at)
    const buyer = random.pick(here, ({ keenness }) => keenness)
    const pack = choosePack(random, byGame, { buyer, at, now })
    const byUpi = random.chance(buyer.upi)
    return { buyer, pack, at, method: byUpi && at < gatewayUntil ? 'upi' : 'wallet' }
  })
}

type Wanting = { buyer: Buyer; at: number; now: number }

function choosePack(
  random: Random,
  byGame: ReadonlyMap<string, Pack[]>,
  { buyer, at, now }: Wanting,
): Pack {
  const games = buyer.games.filter((slug) => canDeliver(byGame.get(slug)!, at, now))
  const game = random.pick(games, (slug) => FAVOURITES[buyer.games.indexOf(slug)]!)
  const affordable = byGame.get(game)!.filter(({ price }) => price <= MOST * buyer.purse * PAISE)
  // Small packs are bought more often than large ones.
  return random.pick(affordable, ({ price }) => Math.exp(-price / (buyer.purse * PAISE)))
}

/** Packs that the shop delivers by hand need its opening hours, and time that has passed. */
function canDeliver([pack]: Pack[], at: number, now: number): boolean {
  if (pack?.source !== 'manual') return pack !== undefined
  const hour = Math.floor((at - startOf(daysAgo(at, 0))) / HOUR)
  return hour >= HAND_FROM && hour < HAND_TO && at + HAND_LASTS < now
}
