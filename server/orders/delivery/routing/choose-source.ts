import { SHOP_TIME_ZONE } from '#contract/core/period.ts'

/** A supplier that could deliver a pack, with the facts that decide the choice. */
export type Candidate = {
  name: string
  canBeAsked: boolean // the shop has an account there, and the pack has a product there
  isTried: boolean // for this order
  downSince: Date | null // set while the shop sends nothing there
  isGone: boolean
  isShort: boolean
  cost: number | null // whole pack, in paise
  share: number | null // part of its recent orders that it delivered
  seconds: number | null // median time of those deliveries
}

export type Choice<One extends Candidate> = {
  candidate: One
  /** False if every untried supplier has an obstacle, this one included. */
  isGood: boolean
  words: string // reason for the choice, for staff
}

/**
 * Picks the first or the best supplier without an obstacle. If all have one, picks the first. Null if none is left to
 * ask.
 */
export function chooseSource<One extends Candidate>(
  candidates: One[],
  routing: 'in order' | 'best',
): Choice<One> | null {
  const left = candidates.filter(({ canBeAsked, isTried }) => canBeAsked && !isTried)
  const good = left.filter((one) => findObstacle(one) === null)
  const candidate = routing === 'best' ? findBest(good) : good[0]
  if (candidate) {
    const why = routing === 'best' ? praise(candidate, good) : place(good, candidates)
    return { candidate, isGood: true, words: tell(candidate, why, candidates) }
  }
  const [first] = left
  const why = 'asked anyway, because every source has a problem'
  return first ? { candidate: first, isGood: false, words: tell(first, why, candidates) } : null
}

/** Reason for passing over a supplier, in words; null if there is none. */
function findObstacle(one: Candidate): string | null {
  if (one.isTried) return 'already tried'
  if (!one.canBeAsked) return 'no account or no product there'
  if (one.downSince) return `down since ${timeOf(one.downSince)}`
  if (one.isGone) return 'not available there'
  return one.isShort ? 'balance too low there' : null
}

const MINUTES_MAX = 10

/**
 * Finds the supplier with the lowest cost after penalties. Each percent of refused orders adds one percent to the cost.
 * So does each minute of delivery time, up to ten. Suppliers of unknown cost come last.
 */
export function findBest<One extends Candidate>(candidates: One[]): One | undefined {
  const priced = candidates.filter(({ cost }) => cost !== null)
  const weigh = ({ cost, share, seconds }: One): number => {
    const minutes = Math.min((seconds ?? 0) / 60, MINUTES_MAX)
    return (cost ?? 1) * (1 + (1 - (share ?? 1)) + minutes / 100)
  }
  return (priced.length > 0 ? priced : candidates).toSorted(
    (one, other) => weigh(one) - weigh(other), // the sort is stable: the earlier of two equals wins
  )[0]
}

const place = (good: Candidate[], all: Candidate[]): string => {
  if (all.length === 1) return 'the only source'
  return good[0] === all[0] ? `the first of ${all.length}` : `the next of ${all.length}`
}

function praise({ cost, share, seconds }: Candidate, good: Candidate[]): string {
  const isCheapest = cost !== null && good.every((other) => (other.cost ?? Infinity) >= cost)
  const best = isCheapest ? 'cheapest' : 'best'
  const facts = [
    cost === null ? 'at an unknown cost' : `at ${(cost / 100).toFixed(2)} rupees`,
    ...(share === null ? [] : [`${Math.round(share * 100)} % delivered`]),
    ...(seconds === null ? [] : [`${Math.round(seconds)} s`]),
  ]
  const rank = good.length > 1 ? `the ${best} of ${good.length}` : 'the only one available'
  return `${rank} ${facts.join(', ')}`
}

/** Example: “UniPin: the cheapest of 2 at 71.20 rupees, 99 % delivered, 3 s. MooGold skipped: down since 10:03”. */
function tell(chosen: Candidate, why: string, all: Candidate[]): string {
  const passed = all.flatMap((one) => {
    const obstacle = findObstacle(one)
    if (!obstacle) return []
    return one === chosen ? `Problem: ${obstacle}` : `${one.name} skipped: ${obstacle}`
  })
  return [`${chosen.name}: ${why}`, ...passed].join('. ')
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: SHOP_TIME_ZONE,
})
const timeOf = (moment: Date): string => TIME.format(moment)
