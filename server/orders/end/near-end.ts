import { Refusal } from '#server/platform/http/refusal.ts'
import type { Cut, Sort } from '#server/orders/read/list-sql.ts'

/** So many orders are walked past in less than a tenth of a second. */
export const WALK_MAX = 500_000

const OTHER_WAY: Record<Sort, Sort> = {
  createdAt: '-createdAt',
  '-createdAt': 'createdAt',
  amount: '-amount',
  '-amount': 'amount',
}

/** A page that is walked to is walked to from the end that is nearer to it. In the middle of millions it would take a second. */
export function fromNearEnd(cut: Cut, total: number): { cut: Cut; isTurned: boolean } {
  const behind = Math.max(total - cut.offset - cut.limit, 0)
  const isTurned = behind < cut.offset
  if (Math.min(behind, cut.offset) > WALK_MAX) throw new Refusal('PAGE_TOO_DEEP', { field: 'page' })
  if (!isTurned) return { cut, isTurned }
  const limit = Math.min(cut.limit, total - cut.offset)
  return { cut: { sort: OTHER_WAY[cut.sort], limit, offset: behind }, isTurned }
}
