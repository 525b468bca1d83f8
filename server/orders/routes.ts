import * as contract from '#contract/orders.ts'
import { implement } from '#server/http/implement.ts'
import { editOrder } from './edit-order.ts'
import { findOrder, findOrderAsAdmin } from './find-order.ts'
import { followOrder } from './follow-order.ts'
import { getOrdersFile } from './get-orders-file.ts'
import { listAllOrders, listOrders } from './list-orders.ts'
import { payOrder, placeUpiOrder } from './place-upi-order.ts'
import { placeWalletOrder } from './place-wallet-order.ts'
import { getQuote } from './quote.ts'

export const orderRoutes = implement(contract, {
  getQuote,
  placeWalletOrder,
  placeUpiOrder,
  payOrder,
  listOrders,
  listAllOrders,
  getOrdersFile,
  findOrder,
  findOrderAsAdmin,
  followOrder,
  editOrder,
})
