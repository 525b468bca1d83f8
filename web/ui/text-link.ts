/** A link inside words. */
export const textLink =
  'font-semibold text-lantern-deep underline decoration-2 underline-offset-4 hover:decoration-lantern'

/** A link on a line of its own: as easy to hit as a button. */
export const lineLink = `inline-flex min-h-11 items-center ${textLink}`
