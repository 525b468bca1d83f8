import { Badge } from '#web/ui/status/badge.tsx'

export const STATUS_WORDS = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
  failed: 'Failed',
  refunded: 'Refunded',
} as const

export type Status = keyof typeof STATUS_WORDS

/** Shows an order's status with the same word and colour on every screen. */
export const StatusBadge = ({ status }: { status: Status }) => (
  <Badge tone={status}>{STATUS_WORDS[status]}</Badge>
)
