import { STATUS_WORDS } from './order-status.tsx'

/** Which orders of a list one wants to see. */
export const ORDER_STATUSES = [
  { value: '', label: 'Any' },
  ...Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label })),
]

/** How a list of orders stands when nobody has said. */
export const NEWEST_FIRST = '-createdAt'

export const ORDER_SORTS = [
  { value: NEWEST_FIRST, label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: '-amount', label: 'Highest amount' },
  { value: 'amount', label: 'Lowest amount' },
]
