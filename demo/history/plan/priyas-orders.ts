import { PRIYA } from './buyers.ts'
import { daysAgo, HOUR, MINUTE, startOf } from './rhythm.ts'
import type { Choice, Outcome, Pack } from './types.ts'

type Row = readonly [
  daysAgo: number,
  hour: number,
  slug: string,
  method: 'wallet' | 'upi',
  outcome: Outcome,
]

/**
 * The orders of the demo player. Their money ends where it began: what a refused order gives back buys the same pack
 * again, and the top-up before the last orders is exact.
 */
const ROWS: Row[] = [
  [78, 20, 'starwoven-tales-60-star-shards', 'upi', 'delivered'],
  [61, 21, 'runeward-legends-112-14-diamonds', 'upi', 'delivered'],
  [47, 19, 'starwoven-tales-blessing-of-the-loom', 'upi', 'delivered'],
  [33, 22, 'runeward-legends-weekly-diamond-pass', 'upi', 'unpaid'],
  [33, 23, 'runeward-legends-weekly-diamond-pass', 'upi', 'delivered'],
  [18, 20, 'starwoven-tales-300-30-star-shards', 'upi', 'refused'],
  [17, 18, 'starwoven-tales-300-30-star-shards', 'wallet', 'delivered'],
  [9, 21, 'runeward-legends-56-6-diamonds', 'wallet', 'delivered'],
  [2, 19, 'runeward-legends-112-14-diamonds', 'wallet', 'delivered'],
]

export function listPriyasOrders(packs: readonly Pack[], now: number): Choice[] {
  const bySlug = new Map(packs.map((pack) => [pack.slug, pack]))
  return ROWS.map(([days, hour, slug, method, outcome], index) => ({
    buyer: PRIYA,
    pack: bySlug.get(slug)!,
    at: startOf(daysAgo(now, days)) + hour * HOUR + (7 + 11 * (index % 4)) * MINUTE,
    method,
    outcome,
  }))
}
