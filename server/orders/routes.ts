import * as contract from '#contract/orders.ts'
import { implement } from '#server/http/implement.ts'
import { findOrder, findOrderAsAdmin } from './find-order.ts'
import { listAllOrders, listOrders } from './list-orders.ts'

const { getQuote: _q, placeWalletOrder: _p, editOrder: _e, ...own } = contract

export const orderRoutes = implement(own, {
  listOrders,
  listAllOrders,
  findOrder,
  findOrderAsAdmin,
})
