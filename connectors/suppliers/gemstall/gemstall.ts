import { z } from 'zod'
import { patience, Written } from '#connectors/request-json.ts'
import type { Supplier, SupplierAccount } from '#connectors/suppliers/supplier.ts'
import { createGemstallCall, dataOf, failureOf } from './gemstall-call.ts'
import { createGemstallOrders } from './gemstall-orders.ts'
import { readGemstallCallback } from './gemstall-webhooks.ts'

const Products = z.object({
  products: z.array(
    z.object({
      productId: z.string(),
      productName: z.string(),
      price: Written,
      currency: z.string(),
      isAvailable: z.boolean(),
    }),
  ),
})
const Balance = z.object({
  INR: Written,
  USD: Written,
  others: z.array(z.object({ currency: z.string(), balance: Written })),
})
const Player = z.object({ isKnown: z.boolean().nullable(), name: z.string() })

const ELSEWHERE = ['PLAYER_ELSEWHERE', 'PLAYER_UNFIT']

/** Another shop as a supplier, through its API for resellers: docs/shop-to-shop.md. */
export function createGemstall(account: SupplierAccount): Supplier {
  const call = createGemstallCall(account)
  const currency = (account.credentials['currency'] || 'INR').trim().toUpperCase()

  const listProducts: Supplier['listProducts'] = async ({ game }) => {
    const query = new URLSearchParams({ game, currency })
    const data = dataOf(await call({ path: `/products?${query}`, signal: patience() }))
    return Products.parse(data).products.map((product) => ({
      id: product.productId,
      name: product.productName,
      cost: product.price,
      currency: product.currency,
      isAvailable: product.isAvailable,
    }))
  }

  return {
    ...createGemstallOrders(call, { ...account, currency }),
    listProducts,
    readCallback: (message) => readGemstallCallback(account, message),

    async readBalance() {
      const data = dataOf(await call({ path: '/balance', signal: patience() }))
      const { INR, USD, others } = Balance.parse(data)
      const wallets = [
        { currency: 'INR', balance: INR },
        { currency: 'USD', balance: USD },
        ...others,
      ]
      const wallet = wallets.find((one) => one.currency === currency)
      return { amount: wallet?.balance ?? '0', currency }
    },

    async validatePlayer({ serviceId, playerId, zoneId, ...there }) {
      const productId = serviceId || (await listProducts(there))[0]?.id
      const body = { productId, playerId, zoneId }
      const { data, refusal } = await call({ path: '/validate-player', body, signal: patience() })
      if (refusal && ELSEWHERE.includes(refusal.code)) return { is: 'elsewhere' }
      if (refusal) throw failureOf(refusal)
      const { isKnown, name } = Player.parse(data)
      if (isKnown === null) throw new Error('The shop there can’t check players of this game')
      return isKnown ? { is: 'known', name } : { is: 'unknown' }
    },
  }
}
