import { z } from 'zod'

/** Time zone of the shop's days and months. India has had no other clock since 1945. */
export const SHOP_TIME_ZONE = 'Asia/Kolkata'
const SHOP_OFFSET = '+05:30'
const SHOP_OFFSET_MS = 5.5 * 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

const Day = z.iso.date('Please enter a date as YYYY-MM-DD')

const MONTHS = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
] as const

export const Month = z.enum(MONTHS)
export type Month = z.output<typeof Month>

/** A range of the shop's days, including the last. */
export const days = { from: Day.exactOptional(), to: Day.exactOptional() }

type Period = { from?: string; to?: string; month?: Month }

/** The shop's day at a given time. */
export const dayOf = (moment: Date): string =>
  new Date(moment.getTime() + SHOP_OFFSET_MS).toISOString().slice(0, 10)

/** The day `count` days later, or earlier if it is negative. */
export const dayAfter = (day: string, count = 1): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

/** The last twelve months with their first days, the current one first. */
export function recentMonths(now: Date): { month: Month; firstDay: string }[] {
  const [year, index] = dayOf(now).split('-').map(Number) as [number, number]
  return MONTHS.map((_, back) => {
    const firstDay = new Date(Date.UTC(year, index - 1 - back, 1)).toISOString().slice(0, 10)
    return { month: MONTHS[Number(firstDay.slice(5, 7)) - 1]!, firstDay }
  })
}

/** Start (included) and end (excluded) of a period. A month means the latest of that name that has begun. */
export function toRange({ from, to, month }: Period, now: Date): { start: Date; end: Date } {
  const named = month ? rangeOf(month, now) : FOREVER
  const start = from ? dayStart(from) : FOREVER.start
  const end = to ? new Date(dayStart(to).getTime() + DAY_MS) : FOREVER.end
  return {
    start: start > named.start ? start : named.start,
    end: end < named.end ? end : named.end,
  }
}

/** The last moment of a day, so that it still displays as that day. */
export const dayEnd = (day: string): Date => new Date(dayStart(day).getTime() + DAY_MS - 1)

const FOREVER = { start: new Date('0001-01-01T00:00:00Z'), end: new Date('9999-12-31T00:00:00Z') }

/** The shop's day as YYYY-MM-DD, and the milliseconds since it began. */
export function toShopDate(moment: Date): { day: string; msOfDay: number } {
  const here = new Date(moment.getTime() + SHOP_OFFSET_MS)
  return { day: here.toISOString().slice(0, 10), msOfDay: here.getTime() % DAY_MS }
}

const dayStart = (day: string): Date => new Date(`${day}T00:00:00${SHOP_OFFSET}`)

function rangeOf(month: Month, now: Date): { start: Date; end: Date } {
  const here = new Date(now.getTime() + SHOP_OFFSET_MS)
  const index = MONTHS.indexOf(month)
  const year = here.getUTCFullYear() - (index > here.getUTCMonth() ? 1 : 0)
  const first = (ahead: number) => new Date(Date.UTC(year, index + ahead, 1) - SHOP_OFFSET_MS)
  return { start: first(0), end: first(1) }
}

/** The shop's month at a given time, like 2025-10. */
export const periodOf = (moment: Date): string =>
  new Date(moment.getTime() + SHOP_OFFSET_MS).toISOString().slice(0, 7)

export const periodStart = (period: string): Date => dayStart(`${period}-01`)

export function periodAfter(period: string, count = 1): string {
  const [year, month] = period.split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 1 + count, 1)).toISOString().slice(0, 7)
}
