import type { TestContext } from 'node:test'
import type { Order } from '#contract/orders/orders.ts'
import { makeOrder, makePack } from '#tests/support/database/past-orders.ts'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'

type Listed = { orders: Order[]; totalOrders: number }

/** Lists a person's own orders, or everybody's with `/all`. */
export async function list(person: Member, query = '', all = '') {
  const answer = await person.send('GET', `/api/v1/order${all}?${query}`)
  const { orders = [], totalOrders } = (answer.data ?? {}) as Partial<Listed>
  return { ...answer, orders, totalOrders, amounts: orders.map(({ amount }) => amount) }
}

/** Opens a shop with two customers and a pack. `buy` makes past orders of it. */
export async function openPast(t: TestContext) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const [asha, rohan] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Rohan Mehta')]
  const pack = await makePack(admin)
  const { sql } = shop
  type OrderInput = Omit<Parameters<typeof makeOrder>[1], 'userId' | 'pack'>
  const buy = (userId: string, input: OrderInput = {}) => makeOrder(sql, { userId, pack, ...input })
  return { shop, sql, admin, asha, rohan, pack, buy }
}
