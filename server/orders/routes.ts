import * as contract from '#contract/orders.ts'
import { implement } from '#server/http/implement.ts'
import { findOrder, findOrderAsAdmin } from './find-order.ts'
import { listAllOrders, listOrders } from './list-orders.ts'
import { placeUpiOrder, placeWalletOrder } from './place-order.ts'
import { getQuote } from './quote.ts'

const { editOrder: _, ...now } = contract

export const orderRoutes = implement(now, {
  getQuote,
  placeWalletOrder,
  placeUpiOrder,
  listOrders,
  listAllOrders,
  findOrder,
  findOrderAsAdmin,
})
