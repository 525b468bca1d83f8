import { formatHundredths } from '#contract/core/money.ts'
import type { Dispute } from '#contract/money/disputes.ts'
import type { Tone } from '#web/ui/status/badge.tsx'

export const DISPUTE_STATES: Record<Dispute['state'], { label: string; tone: Tone }> = {
  inquiry: { label: 'Inquiry', tone: 'pending' },
  'needs response': { label: 'Needs response', tone: 'bad' },
  'under review': { label: 'Under review', tone: 'processing' },
  won: { label: 'Won', tone: 'good' },
  lost: { label: 'Lost', tone: 'failed' },
  closed: { label: 'Closed', tone: 'cancelled' },
}

export const DISPUTE_STAGES: Record<Dispute['stage'], string> = {
  fraud: 'Fraud',
  inquiry: 'Inquiry',
  chargeback: 'Chargeback',
  'pre-arbitration': 'Pre-arbitration',
  arbitration: 'Arbitration',
}

export const disputedAmount = ({ amount, currency }: Dispute): string =>
  formatHundredths(amount, currency)
