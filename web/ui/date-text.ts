const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
const TYPED = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/

/** A day as people in India write it: 2026-01-31 is 31/01/2026. Other text stays as it is. */
export const toDateText = (day: string): string => day.replace(ISO, '$3/$2/$1')

/** The day that a text names, as 2026-01-31; empty for no text, null where it is no date. */
export function readDateText(text: string): string | null {
  const typed = text.trim()
  if (typed === '') return ''
  const [, date, month, year] = TYPED.exec(typed) ?? []
  const day = year ? `${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}` : typed
  return isDay(day) ? day : null
}

/** True for days of the calendar: 30 February is none. */
function isDay(day: string): boolean {
  const time = ISO.test(day) ? Date.parse(day) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
