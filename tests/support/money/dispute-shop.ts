import { getUser } from '#contract/accounts/users.ts'
import { listDisputes } from '#contract/money/disputes.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { pollDisputes, tellBank, type BankInput } from './disputes.ts'
import { payAt } from './payments.ts'
import { topUp } from './refunds.ts'
import {
  openUpiPackShop,
  placeByUpi,
  untilOrder,
  withNewBuyer,
  type PackShop,
} from '#tests/support/orders/orders.ts'

/** A shop with Razorpay. Its pack costs 100 rupees. */
export const openDisputeShop = async (t: Parameters<typeof openUpiPackShop>[0]) =>
  toDisputeShop(await openUpiPackShop(t))

/** The same shop with a new customer, whose wallet is empty. */
export const withNewDisputer = async (packShop: PackShop) =>
  toDisputeShop(await withNewBuyer(packShop, {}))

function toDisputeShop({ shop, admin, game, item, asha }: PackShop) {
  const has = async () => (await asha.call(getUser, {})).data.balance
  const add = async (rupees: number) =>
    (await topUp({ shop, admin, customer: asha }, rupees)).reference
  const tell = (reference: string, state: BankInput['state'], more: Partial<BankInput> = {}) =>
    tellBank(shop, { gateway: 'razorpay', reference, state, ...more })
  async function buy() {
    const { id, url } = await placeByUpi(asha, { item })
    const { reference } = await payAt(shop, url)
    await untilOrder(asha, id, 'processing')
    return { id, reference }
  }
  const end = (id: string, status: 'completed' | 'refunded' | 'failed') =>
    admin.call(editOrder, { id, status, note: '', reference: '' })
  const list = async () => (await admin.call(listDisputes, { page: 1, limit: 50 })).data.disputes
  const poll = () => pollDisputes(shop)
  return { shop, admin, game, item, asha, has, add, tell, buy, end, list, poll }
}
