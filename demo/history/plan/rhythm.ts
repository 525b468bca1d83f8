import { dayAfter, dayEnd, dayOf } from '#contract/core/period.ts'
import { createRandom } from './random.ts'

export const DAYS = 90
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const FIRST_DAY = 4.5 // orders on the first day, before the rhythm of week and month
const LAST_DAY = 15
const WEEK = [1.35, 0.8, 0.8, 0.85, 0.95, 1.15, 1.45] // from Sunday
const NOISE = 0.25
/** How much is ordered at each hour of the day, from midnight. */
const HOURS = [
  3, 2, 1, 0.5, 0.3, 0.3, 0.5, 1, 2, 3, 3.5, 4, 5, 5, 4, 4, 5, 6, 8, 9, 10, 11, 9, 6,
] as const
const YOUNGEST = 10 * MINUTE // the newest orders have been delivered since
const TODAY_MIN = 5

/** Start of a day of the shop, in milliseconds. */
export const startOf = (day: string): number => dayEnd(dayAfter(day, -1)).getTime() + 1

export const daysAgo = (now: number, count: number): string =>
  dayAfter(dayOf(new Date(now)), -count)

/** Salaries come with the month, and are spent by its last week. */
function monthFactor(day: string): number {
  const date = Number(day.slice(8))
  if (date <= 3) return 1.5
  if (date >= 30) return 1.25
  return date >= 20 && date <= 27 ? 0.85 : 1
}

/** Lists the times of all orders, oldest first. The shop grows, and has busy days and hours. */
export function listTimes(now: number): number[] {
  const random = createRandom('times')
  const days = Array.from({ length: DAYS }, (_, index) => daysAgo(now, DAYS - 1 - index))
  return days
    .flatMap((day, index) => {
      const growth = FIRST_DAY + ((LAST_DAY - FIRST_DAY) * index) / (DAYS - 1)
      const week = WEEK[new Date(day).getUTCDay()]!
      const noise = 1 + NOISE * (2 * random.next() - 1)
      const count = Math.max(1, Math.round(growth * week * monthFactor(day) * noise))
      const times = Array.from({ length: count }, () => {
        const hour = random.pick(HOURS.keys().toArray(), (one) => HOURS[one]!)
        return startOf(day) + hour * HOUR + random.between(0, HOUR - 1)
      })
      return index === DAYS - 1 ? untilNow(times, startOf(day), now) : times
    })
    .toSorted((a, b) => a - b)
}

/** Leaves out what is still to come today, but keeps a few orders on a day that has just begun. */
function untilNow(times: number[], start: number, now: number): number[] {
  const last = now - YOUNGEST
  const past = times.filter((at) => at <= last)
  if (past.length >= TODAY_MIN || last <= start) return past
  const random = createRandom('today')
  const more = TODAY_MIN - past.length
  return [...past, ...Array.from({ length: more }, () => random.between(start, last))]
}
