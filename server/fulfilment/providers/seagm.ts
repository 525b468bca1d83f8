import { z } from 'zod'
import type { ProviderCredentials } from '#server/fulfilment/environment.ts'
import type { Provider } from '#server/fulfilment/provider.ts'
import { exchange, hmacSha256, Written } from '#server/exchange.ts'
import { unixSeconds } from '#server/fulfilment/wire.ts'

const OK = 200

const Reply = z.object({
  code: z.number(),
  msg: z.string().nullish(),
  data: z.unknown().optional(),
  error_info: z.object({ info_code: Written, info_message: z.string() }).nullish(),
})
const Me = z.object({ balance: Written, currency: z.string() })
const Types = z.array(
  z.object({ id: Written, name: z.string(), unit_price: Written, currency: z.string() }),
)

/** It does not know players. */
export function createSeagm(
  { url, uid, secretKey }: ProviderCredentials['seagm'],
  now: () => number = Date.now,
): Provider {
  async function read(path: string): Promise<unknown> {
    const fields = { uid, timestamp: unixSeconds(now) }
    const query = new URLSearchParams({ ...fields, signature: sign(fields, secretKey) })
    const { body } = await exchange(`${url}/v1${path}?${query}`, {})
    const { code, msg, error_info: why, data } = Reply.parse(body)
    if (code === OK) return data
    throw new Error(`SEAGM refused with ${why?.info_code ?? code}: ${why?.info_message ?? msg}`)
  }

  return {
    async listProducts({ game }) {
      const path = `/recharge-categories/${encodeURIComponent(game)}/recharge-types`
      return Types.parse(await read(path)).map(({ unit_price, ...product }) => ({
        ...product,
        cost: unit_price,
        isAvailable: true,
      }))
    },

    async readBalance() {
      const { balance, currency } = Me.parse(await read('/me'))
      return { amount: balance, currency }
    },
  }
}

function sign(fields: Record<string, string>, secretKey: string): string {
  const pairs = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
  return hmacSha256(secretKey, pairs.join('&'))
}
