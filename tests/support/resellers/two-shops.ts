import type { Input } from '#contract/core/endpoint.ts'
import { editSupplier } from '#contract/catalogue/suppliers/suppliers.ts'
import type { addItem } from '#contract/catalogue/games.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import { endow } from '#tests/support/money/ledger.ts'
import type { Buyer, PackShop } from '#tests/support/orders/orders.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { makeReseller, openApiClient } from './api-clients.ts'

export type OpenShop = { shop: TestShop; admin: Member }

export async function openShopWithAdmin(t: Parameters<typeof openShop>[0]): Promise<OpenShop> {
  const shop = await openShop(t, { env: { LIMIT_API_REQUESTS_PER_SECOND: '100000' } })
  return { shop, admin: await signUpAdmin(shop) }
}

type Connection = {
  reseller: Member
  callbackUrl: string // where the buyer hears of its orders
  edit: (credentials: Record<string, string>) => Promise<void>
}

/** Makes the buyer a reseller of the seller, and the seller a supplier of the buyer. */
export async function connectShops(
  buyer: OpenShop,
  seller: OpenShop,
  { url = seller.shop.url, money = 1_000_00 } = {},
): Promise<Connection> {
  const reseller = await makeReseller(seller.shop, seller.admin, { INR: money })
  const client = await openApiClient(reseller, { scopes: ['read', 'orders'] })
  const set = async (credentials: Record<string, string>) => {
    const { data, message } = await buyer.admin.call(editSupplier, {
      name: 'gemstall',
      credentials,
    })
    if (!data) throw new Error(message)
    return data.callbackUrl!
  }
  const callbackUrl = await set({ url, apiKey: client.headers['x-api-key']! })
  return { reseller, callbackUrl, edit: async (credentials) => void (await set(credentials)) }
}

/** Adds a pack to the buyer's shop that is one of the seller's, and a customer with money for it. */
export async function resell(
  { shop, admin }: OpenShop,
  sold: Pick<PackShop, 'game' | 'item'>,
  fields: Partial<Input<typeof addItem>> = {},
): Promise<PackShop> {
  const game = await makeGame(admin, { apiName: 'gemstall', givenGameName: sold.game.gameSlug })
  const serviceId = sold.item._id
  const item = await makeItem(admin, game, { serviceId, sellingPrice: 120_00, ...fields })
  const asha: Buyer = Object.assign(await signUp(shop, 'Asha Rao'), { gameDetailId: '' })
  await endow(shop.sql, asha.id, 10_000_00)
  return { shop, admin, game, item, asha }
}
