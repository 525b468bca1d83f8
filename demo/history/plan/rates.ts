import { createRandom } from './random.ts'
import { DAY, HOUR } from './rhythm.ts'
import type { Rate } from './types.ts'

const RUPEES_MIN = 82.9
const RUPEES_MAX = 84.3
const E8 = 100_000_000

/** Weekly exchange rates: dollars for a rupee, the inverse of what a source quotes. */
export function planRates(from: number, now: number): Rate[] {
  const random = createRandom('rates')
  const weeks = Math.floor((now - from) / (7 * DAY))
  return Array.from({ length: weeks + 1 }, (_, week) => {
    const rupees = RUPEES_MIN + random.next() * (RUPEES_MAX - RUPEES_MIN)
    return { at: from + week * 7 * DAY + HOUR, usd: Math.round(E8 / rupees) / E8 }
  })
}
