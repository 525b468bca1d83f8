/** Style of a link within a text. */
export const textLink =
  'font-semibold text-lantern-deep underline decoration-2 underline-offset-4 hover:decoration-lantern'

/** Style of a link on its own line, with the touch target of a button. */
export const lineLink = `inline-flex min-h-11 items-center ${textLink}`
