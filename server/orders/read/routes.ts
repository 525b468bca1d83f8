import * as contract from '#contract/orders/orders.ts'
import * as exported from '#contract/backoffice/exports.ts'
import { implement } from '#server/platform/http/implement.ts'
import { editOrder } from '#server/orders/end/edit-order.ts'
import { findOrder, findOrderAsAdmin } from './find-order.ts'
import { followOrder } from './follow-order.ts'
import { exportOrders } from './export-orders.ts'
import { listAllOrders, listOrders } from './list-orders.ts'
import { payOrder, placeUpiOrder } from '#server/orders/place/place-upi-order.ts'
import { placeWalletOrder } from '#server/orders/place/place-wallet-order.ts'
import { getQuote } from '#server/orders/place/quote.ts'
import { payLinkRoutes } from '#server/orders/pay-links/routes.ts'
import { guestRoutes } from '#server/orders/guests/routes.ts'

export const orderRoutes = [
  ...implement(contract, {
    getQuote,
    placeWalletOrder,
    placeUpiOrder,
    payOrder,
    listOrders,
    listAllOrders,
    findOrder,
    findOrderAsAdmin,
    followOrder,
    editOrder,
  }),
  ...implement({ exportOrders: exported.exportOrders }, { exportOrders }),
  ...guestRoutes,
  ...payLinkRoutes,
]
