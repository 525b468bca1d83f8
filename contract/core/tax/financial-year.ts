import { validIn } from './valid-in.ts'

/** Months in which a financial year begins, and in which all years after it do. */
type YearStarts = { from: string }[]

/** The first day of the financial year that a day is in. */
export function firstDayOfYear(day: string, starts: YearStarts): string {
  const month = validIn(starts, day).from.slice(5)
  const year = Number(day.slice(0, 4)) - (day.slice(5, 7) < month ? 1 : 0)
  return `${year}-${month}-01`
}

/** The financial year of a day in the numbers of documents, such as 26-27, or 26-26 if it begins in January. */
export function financialYear(day: string, starts: YearStarts): string {
  const [year, month] = firstDayOfYear(day, starts).split('-').map(Number) as [number, number]
  const years = [year, month === 1 ? year : year + 1]
  return years.map((one) => String(one % 100).padStart(2, '0')).join('-')
}

/** True if all months from the first to the last have the same financial year under both rules. */
export function haveSameYears(
  { first, last }: { first: string; last: string },
  before: YearStarts,
  after: YearStarts,
): boolean {
  for (let month = first; month <= last; month = monthBeside(month, 1))
    if (financialYear(`${month}-01`, before) !== financialYear(`${month}-01`, after)) return false
  return true
}

/** True if each new beginning makes a year with another name than the one that it cuts short. */
export const haveNewNames = (starts: YearStarts): boolean =>
  starts.every(
    ({ from }, index) =>
      index === 0 ||
      financialYear(`${from}-01`, starts) !== financialYear(`${monthBeside(from, -1)}-01`, starts),
  )

/** The month some months later, or earlier if `count` is negative. */
function monthBeside(month: string, count: number): string {
  const [year, index] = month.split('-').map(Number) as [number, number]
  const months = year * 12 + index - 1 + count
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}
