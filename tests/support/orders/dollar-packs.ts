import { setRate } from '#contract/catalogue/rate.ts'
import { getPaymentNeeds } from '#contract/money/payment-needs.ts'
import {
  choosePaymentGateway,
  type GatewayMethod,
  type GatewayName,
} from '#contract/money/payments.ts'
import { until } from '#tests/support/shop/wait.ts'
import { openUpiPackShop, placeByUpi } from './orders.ts'
import { connectorOf } from '#tests/support/money/connectors.ts'
import { gatewayMethods } from '#server/money/gateways/methods.ts'

/** Opens a shop that sells a pack for 100 rupees, by default also for 1.25 dollars, through the named gateways. */
export async function openDollarPackShop(
  t: Parameters<typeof openUpiPackShop>[0],
  dollars: GatewayName[],
  rate = 0.0125,
) {
  const packShop = await openUpiPackShop(t)
  const { admin, asha, item } = packShop
  await admin.call(setRate, { USD: rate, follow: false })
  await admin.call(choosePaymentGateway, { active: 'razorpay', foreign: dollars })
  const methods = dollars.flatMap((name) => gatewayMethods(connectorOf(name), 'USD'))
  await until('dollars are taken', async () => {
    const { data } = await asha.call(getPaymentNeeds, { currency: 'USD' })
    return String(data.methods) === String(methods)
  })
  const place = (method?: GatewayMethod) =>
    placeByUpi(asha, { item, currency: 'USD', ...(method && { method }) })
  return { ...packShop, place }
}
