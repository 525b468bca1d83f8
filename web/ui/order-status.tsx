import { Badge } from './badge.tsx'

const WORDS = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
  failed: 'Failed',
  refunded: 'Refunded',
} as const

export type Status = keyof typeof WORDS

/** Where an order stands: one word and one colour, everywhere. */
export const StatusBadge = ({ status }: { status: Status }) => (
  <Badge tone={status}>{WORDS[status]}</Badge>
)
