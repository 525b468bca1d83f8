import type { Gift } from '#contract/orders/gifts.ts'
import { newEmail } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'
import { makeBuyer, order, type Buyer, type PackShop } from './orders.ts'

export const newGift = (message = 'Happy birthday!'): Gift => ({
  email: newEmail('Kiran'),
  message,
})

/** A customer with 1,000 rupees. */
export const makeGiver = ({ shop, game }: PackShop): Promise<Buyer> =>
  makeBuyer(shop, game, { INR: 1_000_00 })

/** Buys a gift from the wallet. Returns the order's id. */
export async function give(buyer: Buyer, { item }: PackShop, gift: Gift): Promise<string> {
  const { data, message } = await order(buyer, { item, gift })
  if (!data) throw new Error(message)
  return data._id
}

export const listGiftJobs = ({ shop }: Pick<PackShop, 'shop'>) => shop.sql<
  { lastError: string | null }[]
>`
  select last_error from job where name = 'send-gift-mail'`

export const untilMailed = (packShop: PackShop): Promise<void> =>
  until('no mail about a gift waits', async () => (await listGiftJobs(packShop)).length === 0)
