import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { findOrder, type OrderWithTimeline } from '#contract/orders.ts'
import { ApiError, queryOrRefusal } from './call.ts'
import { createFollower, hasEnded, type Find, type Line } from './follow-order.ts'

const ASK_EVERY_MS = 4_000

const never = () => () => {}

export type LiveOrder = { order: OrderWithTimeline; line: Line | 'ended' }

/** An order that changes on the screen when it changes in the shop, until it has ended. */
export function useLiveOrder(id: string, find: Find = findOrder): LiveOrder | ApiError {
  const client = useQueryClient()
  const [follower] = useState(() => createFollower(client, find, id))
  const { data: order } = useSuspenseQuery({
    ...queryOrRefusal(find, { id }),
    refetchInterval: ({ state }) =>
      follower.read() === 'down' && !isOver(state.data) ? ASK_EVERY_MS : false,
  })
  const hear = isOver(order) ? never : follower.subscribe
  const line = useSyncExternalStore(hear, follower.read, follower.read)
  if (order instanceof ApiError) return order
  return { order, line: isOver(order) ? 'ended' : line }
}

const isOver = (order: OrderWithTimeline | ApiError | undefined): boolean =>
  order === undefined || order instanceof ApiError || hasEnded(order)
