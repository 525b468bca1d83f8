import { z } from 'zod'
import type { Supplier } from '#connectors/suppliers/supplier.ts'
import { Written } from '#connectors/request-json.ts'
import { createDigiflazzAsk, type DigiflazzAccount } from './digiflazz-ask.ts'
import { createDigiflazzOrders } from './digiflazz-orders.ts'

const CURRENCY = 'IDR'

const Refused = z.object({ rc: z.string(), message: z.string() })
const Balance = z.object({ deposit: Written })
const Prices = z.array(
  z.object({
    product_name: z.string(),
    buyer_sku_code: z.string(),
    price: Written,
    buyer_product_status: z.boolean(),
    seller_product_status: z.boolean(),
  }),
)

/** Has no `validatePlayer`. Only some products can look up a player, and each lookup is an order. */
export function createDigiflazz(account: DigiflazzAccount): Supplier {
  const ask = createDigiflazzAsk(account)

  async function read(path: string, word: string, fields: object): Promise<unknown> {
    const data = await ask({ path, word, fields })
    const refused = Refused.safeParse(data).data
    if (refused) throw new Error(`Digiflazz refused with ${refused.rc}: ${refused.message}`)
    return data
  }

  return {
    ...createDigiflazzOrders(ask, account.webhookSecret),

    async listProducts({ game }) {
      const data = await read('/price-list', 'pricelist', { cmd: 'prepaid', brand: game })
      return Prices.parse(data).map((product) => ({
        id: product.buyer_sku_code,
        name: product.product_name,
        cost: product.price,
        currency: CURRENCY,
        isAvailable: product.buyer_product_status && product.seller_product_status,
      }))
    },

    async readBalance() {
      const { deposit } = Balance.parse(await read('/cek-saldo', 'depo', { cmd: 'deposit' }))
      return { amount: deposit, currency: CURRENCY }
    },
  }
}
