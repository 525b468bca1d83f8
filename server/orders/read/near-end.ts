import { Refusal } from '#server/platform/refusal.ts'
import type { Cut, Sort } from './list-sql.ts'

/** Most orders to skip before a page. Skipping this many takes less than a tenth of a second. */
export const WALK_MAX = 500_000

const OTHER_WAY: Record<Sort, Sort> = {
  createdAt: '-createdAt',
  '-createdAt': 'createdAt',
  amount: '-amount',
  '-amount': 'amount',
}

/**
 * Reads a page from the nearer end of the list, because skipping rows takes time. Refuses pages in the middle of
 * millions of orders, which would take a second.
 */
export function fromNearEnd(cut: Cut, total: number): { cut: Cut; isTurned: boolean } {
  const behind = Math.max(total - cut.offset - cut.limit, 0)
  const isTurned = behind < cut.offset
  if (Math.min(behind, cut.offset) > WALK_MAX) throw new Refusal('PAGE_TOO_DEEP', { field: 'page' })
  if (!isTurned) return { cut, isTurned }
  const limit = Math.min(cut.limit, total - cut.offset)
  return { cut: { sort: OTHER_WAY[cut.sort], limit, offset: behind }, isTurned }
}
