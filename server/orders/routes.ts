import * as deliveries from '#contract/orders/deliveries.ts'
import * as orders from '#contract/orders/orders.ts'
import * as exported from '#contract/backoffice/exports.ts'
import { implement } from '#server/platform/http/implement.ts'
import { showOrderCode, showOrderCodeAsAdmin } from '#server/orders/codes/show-code.ts'
import { takeCallback } from '#server/orders/delivery/callbacks.ts'
import { correctPlayer, takeRefund } from '#server/orders/delivery/correct-player.ts'
import { listParcels } from '#server/orders/delivery/dispatches/list-dispatches.ts'
import { editOrder } from '#server/orders/end/edit-order.ts'
import { guestRoutes } from '#server/orders/guests/routes.ts'
import { payLinkRoutes } from '#server/orders/pay-links/routes.ts'
import { payOrder, placeUpiOrder } from '#server/orders/place/place-upi-order.ts'
import { placeWalletOrder } from '#server/orders/place/place-wallet-order.ts'
import { getQuote } from '#server/orders/place/quote.ts'
import { exportOrders } from '#server/orders/read/export-orders.ts'
import { findOrder, findOrderAsAdmin } from '#server/orders/read/find-order.ts'
import { followOrder } from '#server/orders/read/follow-order.ts'
import { listAllOrders, listOrders } from '#server/orders/read/list-orders.ts'
import { claimOrder } from '#server/orders/waiting/claim.ts'
import { settleDelivery } from '#server/orders/waiting/settle-delivery.ts'
import { listWaiting } from '#server/orders/waiting/waiting.ts'

export const orderRoutes = [
  ...implement(orders, {
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
  ...implement(deliveries, {
    correctPlayer,
    takeRefund,
    settleDelivery,
    claimOrder,
    listParcels,
    listWaiting,
    takeCallback,
    showOrderCode,
    showOrderCodeAsAdmin,
  }),
  ...guestRoutes,
  ...payLinkRoutes,
]
