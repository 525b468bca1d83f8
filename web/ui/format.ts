const DATE = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

/** A moment as the shop's clock shows it. */
export const formatDate = (iso: string): string => DATE.format(new Date(iso))
