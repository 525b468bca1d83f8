import { listOrders, type Order } from '#contract/orders/orders.ts'
import { call } from '#web/api/call.ts'

const LAST = { page: 1, limit: 1, search: '', sort: '-createdAt', status: 'completed' } as const

/** The newest order that was delivered. */
export const fetchLastOrder = async (): Promise<Order | null> =>
  (await call(listOrders, LAST)).orders[0] ?? null
