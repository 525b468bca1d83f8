/** A link inside words. */
export const textLink =
  'font-semibold text-lantern-deep underline decoration-2 underline-offset-4 hover:decoration-lantern'
