import { formatHundredths } from '#contract/core/money.ts'
import type { Difference } from '#contract/money/payments.ts'

/** "They" is the gateway in these texts. */
export const KINDS: Record<Difference['kind'], string> = {
  'missing here': 'They received a payment that we don’t have',
  'missing there': 'We have a payment that they don’t know',
  amount: 'A payment with different amounts',
  currency: 'A payment in another currency than we asked for',
  'refund missing here': 'They sent money back, but we have no payout for it',
  'refund missing there': 'We have a payout that they don’t know',
  'refund amount': 'A payout with different amounts',
  unclaimed: 'A payment for a customer whose account is gone',
}

export const ourAmount = ({ ours, currency }: Difference): string => tell(ours, currency)

export const theirAmount = ({ theirs, currency }: Difference): string => tell(theirs, currency)

const tell = (amount: number | null, currency: string): string =>
  amount === null ? 'Nothing' : formatHundredths(amount, currency)
