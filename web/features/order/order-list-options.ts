import { STATUS_WORDS } from './order-status.tsx'

/** Options of the status filter. */
export const ORDER_STATUSES = [
  { value: '', label: 'Any' },
  ...Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label })),
]

/** Default order of order lists. */
export const NEWEST_FIRST = '-createdAt'

export const ORDER_SORTS = [
  { value: NEWEST_FIRST, label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: '-amount', label: 'Highest amount' },
  { value: 'amount', label: 'Lowest amount' },
]
