/** Refusals about adjustments and gifts, in the form of `errors.ts`. */
export const ADJUSTMENT_REFUSALS = {
  OWN_WALLET: [409, 'You can’t adjust your own wallet. Please ask another administrator'],
  NO_SUCH_ADJUSTMENT: [404, 'Adjustment not found'],
  OWN_ADJUSTMENT: [409, 'You asked for this adjustment. A second administrator must approve it'],
  ADJUSTMENT_DECIDED: [409, 'This adjustment has already been decided'],
  GIFT_ABOVE_LIMIT: [409, 'This gift needs a second administrator. Use an adjustment instead'],
} as const
