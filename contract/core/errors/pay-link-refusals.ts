/** Refusals about links by which somebody else pays, and about gifts, in the form of `errors.ts`. */
export const PAY_LINK_REFUSALS = {
  PAY_LINK_WRONG: [404, 'This link is incomplete, or no longer exists'],
  PAY_LINK_OVER: [409, 'This link has expired or was withdrawn. Ask for a new one'],
  PAY_LINK_OTHER: [409, 'This link is for another pack or player'],
  PAY_LINK_USED: [409, 'Somebody has paid with this link, or is paying right now'],
  GIFT_NEEDS_PAYMENT: [409, 'An order that costs nothing can’t be a gift. Please remove the gift'],
  TOO_MANY_PAY_LINKS: [409, 'You have many open links. Withdraw one first'],
} as const
