const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
const TYPED = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/

/** Converts 2026-01-31 to 31/01/2026, the Indian notation. Leaves other text unchanged. */
export const toDateText = (day: string): string => day.replace(ISO, '$3/$2/$1')

/** Parses a typed date into 2026-01-31. Empty text stays empty; anything unreadable returns null. */
export function readDateText(text: string): string | null {
  const typed = text.trim()
  if (typed === '') return ''
  const [, date, month, year] = TYPED.exec(typed) ?? []
  const day = year ? `${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}` : typed
  return isDay(day) ? day : null
}

/** True only for real calendar days, so 30 February fails. */
function isDay(day: string): boolean {
  const time = ISO.test(day) ? Date.parse(day) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
