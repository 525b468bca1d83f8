import { formatExactly } from '#contract/core/money.ts'
import type { Difference } from '#contract/money/payments.ts'

/** "They" is the gateway in these texts. */
export const KINDS: Record<Difference['kind'], string> = {
  'missing here': 'They received a payment that we don’t have',
  'missing there': 'We have a payment that they don’t know',
  amount: 'A payment with different amounts',
  currency: 'A payment in a currency that the shop doesn’t accept',
  'refund missing here': 'They sent money back, but we have no payout for it',
  'refund missing there': 'We have a payout that they don’t know',
  'refund amount': 'A payout with different amounts',
  unclaimed: 'A payment for a customer whose account is gone',
}

export const ourAmount = ({ ours }: Difference): string =>
  ours === null ? 'Nothing' : formatExactly(ours, 'INR')

export function theirAmount({ theirs, currency }: Difference): string {
  if (theirs === null) return 'Nothing'
  return currency === 'INR'
    ? formatExactly(Math.round(theirs * 100), 'INR')
    : `${theirs.toFixed(2)} ${currency}`
}
