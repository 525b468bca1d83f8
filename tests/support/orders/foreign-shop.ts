import assert from 'node:assert/strict'
import { getUser } from '#contract/accounts/users.ts'
import { setCurrencyRate } from '#contract/catalogue/rate.ts'
import { balanceIn } from '#contract/core/balances.ts'
import type { ForeignCurrency } from '#contract/core/money.ts'
import { getPaymentNeeds } from '#contract/money/payment-needs.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { openUpiPackShop } from './orders.ts'
import { until } from '#tests/support/shop/wait.ts'

export const EURO = 10_000 // in minor units of the ledger

type Third = Exclude<ForeignCurrency, 'USD'>

/** Opens a shop that sells a pack for 100 rupees, and adds a currency to it as its owner does. */
export async function openForeignShop(
  t: Parameters<typeof openUpiPackShop>[0],
  currency: Third,
  rate: number,
) {
  const packShop = await openUpiPackShop(t)
  const { admin, asha } = packShop
  const foreign = ['stripe', 'paypal'] as const
  await admin.call(choosePaymentGateway, { active: 'razorpay', foreign: [...foreign] })
  const input = { currency, rate, follow: false }
  const { status, data } = await admin.call(setCurrencyRate, input)
  assert.deepEqual([status, data[currency]], [200, rate])
  await until('it is taken', async () => {
    const { data } = await asha.call(getPaymentNeeds, { currency })
    return data.isOffered
  })
  return {
    ...packShop,
    owned: async () => balanceIn((await asha.call(getUser, {})).data, currency),
    isSound: async () => assert.equal((await verifyLedger(packShop.shop.sql)).fault, null),
  }
}
