import { formatExactly } from '#contract/core/money.ts'
import type { Difference } from '#contract/money/payments.ts'

/** "They" is the gateway in these texts. */
export const KINDS: Record<Difference['kind'], string> = {
  'missing here': 'They took a payment that we do not have',
  'missing there': 'We have a payment that they know nothing of',
  amount: 'A payment with different amounts',
  currency: 'A payment in a currency that the shop does not take',
  'refund missing here': 'They sent money back that we do not have as sent',
  'refund missing there': 'We have money as sent back that they know nothing of',
  'refund amount': 'Money sent back with different amounts',
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
