const DATE = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

/** Date and time in the shop's time zone. */
export const formatDate = (iso: string): string => DATE.format(new Date(iso))

const MOMENT = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Kolkata',
})

/** Includes seconds, for events that follow each other quickly. */
export const formatMoment = (iso: string): string => MOMENT.format(new Date(iso))

const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats a day given as 2026-01-31. */
export const formatDay = (day: string): string => DAY.format(new Date(day))

export const formatMonth = (day: string): string => MONTH.format(new Date(day))

const FIGURES = new Intl.DateTimeFormat('en-IN', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
})

/** Formats a moment as day/month/year in the shop's time zone. */
export const formatDayInFigures = (iso: string): string => FIGURES.format(new Date(iso))
