import * as contract from '#contract/deliveries.ts'
import { implement } from '#server/http/implement.ts'
import { takeCallback } from './callbacks.ts'
import { correctPlayer, takeRefund } from './correct-player.ts'
import { settleDelivery } from './settle-delivery.ts'
import { listWaiting } from './waiting.ts'

export const deliveryRoutes = implement(contract, {
  correctPlayer,
  takeRefund,
  settleDelivery,
  listWaiting,
  takeCallback,
})
