import type { Order } from '#contract/orders.ts'

const ASK_EVERY_MS = 15_000

type Asked = { state: { data?: { orders: Order[] } | undefined } }

const OPEN = ['pending', 'processing']

/** Payments and deliveries take their own time: while an order waits for one, its list is asked for again and again. */
export const askAgain = ({ state }: Asked): number | false =>
  state.data?.orders.some(({ status }) => OPEN.includes(status)) ? ASK_EVERY_MS : false
