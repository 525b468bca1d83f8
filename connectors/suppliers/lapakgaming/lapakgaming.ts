import { z } from 'zod'
import type { Supplier } from '#connectors/suppliers/supplier.ts'
import { Written } from '#connectors/request-json.ts'
import { createLapakgamingCall, type LapakgamingAccount } from './lapakgaming-call.ts'
import { createLapakgamingOrders } from './lapakgaming-orders.ts'

const CURRENCY = 'IDR'

const Balance = z.object({ balance: Written })
const Products = z.object({
  products: z.array(
    z.object({ code: z.string(), name: z.string(), price: Written, status: z.string() }),
  ),
})

/** Lapakgaming cannot look up players. */
export function createLapakgaming(account: LapakgamingAccount): Supplier {
  const call = createLapakgamingCall(account)

  async function read(path: string): Promise<unknown> {
    const { code, data } = await call(path)
    if (code !== 'SUCCESS') throw new Error(`Lapakgaming refused: ${code}`)
    return data
  }

  return {
    ...createLapakgamingOrders(call),

    async listProducts({ game, region }) {
      const country = region ? { country_code: region.toLowerCase() } : {}
      const query = new URLSearchParams({ category_code: game, ...country })
      const { products } = Products.parse(await read(`/product?${query}`))
      return products.map(({ code, name, price, status }) => ({
        id: code,
        name,
        cost: price,
        currency: CURRENCY,
        isAvailable: status === 'available',
      }))
    },

    async readBalance() {
      return { amount: Balance.parse(await read('/balance')).balance, currency: CURRENCY }
    },
  }
}
