import {
  findOrder,
  followOrder,
  type findOrderAsAdmin,
  type OrderWithTimeline,
} from '#contract/orders/orders.ts'
import { ApiError } from './call.ts'
import { useLive, type Live } from './use-live.ts'

export type LiveOrder = {
  order: OrderWithTimeline
  line: Live<OrderWithTimeline>['line']
}

/** True once nothing more happens to the order by itself. */
const hasEnded = ({ endedAt }: OrderWithTimeline): boolean => endedAt !== null

/** Follows an order until it has ended, for its customer or for staff. */
export function useLiveOrder(
  id: string,
  find: typeof findOrder | typeof findOrderAsAdmin = findOrder,
): LiveOrder | ApiError {
  const live = useLive(id, { find, follow: followOrder, hasEnded })
  return live instanceof ApiError ? live : { order: live.state, line: live.line }
}
