import * as contract from '#contract/deliveries.ts'
import { implement } from '#server/http/implement.ts'
import { takeCallback } from './callbacks.ts'
import { claimOrder } from './claim.ts'
import { correctPlayer, takeRefund } from './correct-player.ts'
import { listParcels } from './list-parcels.ts'
import { settleDelivery } from './settle-delivery.ts'
import { showOrderCode, showOrderCodeAsAdmin } from './show-code.ts'
import { listWaiting } from './waiting.ts'

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
