import type { Order } from '#contract/orders.ts'

const ASK_EVERY_MS = 15_000

type Asked = { state: { data?: { orders: Order[] } | undefined } }

const OPEN = ['pending', 'processing']

/** Refetches a list of orders regularly while any of them waits for payment or delivery. */
export const askAgain = ({ state }: Asked): number | false =>
  state.data?.orders.some(({ status }) => OPEN.includes(status)) ? ASK_EVERY_MS : false
