import { z } from 'zod'
import type { ProviderCredentials } from '#server/fulfilment/environment.ts'
import type { Provider } from '#server/fulfilment/provider.ts'
import { exchange, md5, Written } from '#server/exchange.ts'

const CURRENCY = 'IDR'

const Reply = z.object({ data: z.unknown().optional() })
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

/** It knows no players but those of some of its products, which are ordered to ask. */
export function createDigiflazz({
  url,
  username,
  apiKey,
}: ProviderCredentials['digiflazz']): Provider {
  /** What a call signs ends in a word of its own. */
  async function call(path: string, word: string, fields: object): Promise<unknown> {
    const sign = md5(`${username}${apiKey}${word}`)
    const { body } = await exchange(`${url}/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, username, sign }),
    })
    const { data } = Reply.parse(body)
    const refused = Refused.safeParse(data).data
    if (refused) throw new Error(`Digiflazz refused with ${refused.rc}: ${refused.message}`)
    return data
  }

  return {
    async listProducts({ game }) {
      const data = await call('/price-list', 'pricelist', { cmd: 'prepaid', brand: game })
      return Prices.parse(data).map((product) => ({
        id: product.buyer_sku_code,
        name: product.product_name,
        cost: product.price,
        currency: CURRENCY,
        isAvailable: product.buyer_product_status && product.seller_product_status,
      }))
    },

    async readBalance() {
      const { deposit } = Balance.parse(await call('/cek-saldo', 'depo', { cmd: 'deposit' }))
      return { amount: deposit, currency: CURRENCY }
    },
  }
}
