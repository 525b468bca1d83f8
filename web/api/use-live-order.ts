import {
  findOrder,
  followOrder,
  type findOrderAsAdmin,
  type OrderWithTimeline,
} from '#contract/orders.ts'
import { ApiError } from './call.ts'
import { useLive, type Live } from './use-live.ts'

export type LiveOrder = {
  order: OrderWithTimeline
  line: Live<OrderWithTimeline>['line']
}

/** An order that nothing more happens to by itself. */
const hasEnded = ({ endedAt }: OrderWithTimeline): boolean => endedAt !== null

/** An order until it has ended: its customer's, or for the shop's people. */
export function useLiveOrder(
  id: string,
  find: typeof findOrder | typeof findOrderAsAdmin = findOrder,
): LiveOrder | ApiError {
  const live = useLive(id, { find, follow: followOrder, hasEnded })
  return live instanceof ApiError ? live : { order: live.state, line: live.line }
}
