import type { Order } from '#contract/orders/orders.ts'

const POLL_EVERY_MS = 15_000

type OrdersQuery = { state: { data?: { orders: Order[] } | undefined } }

const OPEN = ['pending', 'processing']

/** Refetches a list of orders regularly while any of them waits for payment or delivery. */
export const pollOpenOrders = ({ state }: OrdersQuery): number | false =>
  state.data?.orders.some(({ status }) => OPEN.includes(status)) ? POLL_EVERY_MS : false
