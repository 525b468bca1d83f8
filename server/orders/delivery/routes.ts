import * as contract from '#contract/orders/deliveries.ts'
import { implement } from '#server/platform/http/implement.ts'
import { takeCallback } from './callbacks.ts'
import { claimOrder } from '#server/orders/waiting/claim.ts'
import { correctPlayer, takeRefund } from './correct-player.ts'
import { listParcels } from './dispatches/list-dispatches.ts'
import { settleDelivery } from '#server/orders/waiting/settle-delivery.ts'
import { showOrderCode, showOrderCodeAsAdmin } from '#server/orders/codes/show-code.ts'
import { listWaiting } from '#server/orders/waiting/waiting.ts'

export const deliveryRoutes = implement(contract, {
  correctPlayer,
  takeRefund,
  settleDelivery,
  claimOrder,
  listParcels,
  listWaiting,
  takeCallback,
  showOrderCode,
  showOrderCodeAsAdmin,
})
