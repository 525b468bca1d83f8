import type { Order } from '#contract/orders.ts'

const ASK_EVERY_MS = 15_000

type Asked = { state: { data?: { orders: Order[] } | undefined } }

/** A payment is heard of in its own time: while an order waits for one, its list is asked for again and again. */
export const askAgain = ({ state }: Asked): number | false =>
  state.data?.orders.some(({ status }) => status === 'pending') ? ASK_EVERY_MS : false
