import { z } from 'zod'
import type { ProviderCredentials } from '#server/fulfilment/environment.ts'
import type { Provider } from '#server/fulfilment/provider.ts'
import { exchange, hmacSha256, patience, Written } from '#server/exchange.ts'
import { isAboutPlayer, remember, unixSeconds } from '#server/fulfilment/wire.ts'

const CURRENCY = 'USD'

/** Its own refusals have err_code, and those of the WordPress around it have code. */
const Failure = z.union([
  z.object({ err_code: Written, err_message: z.string().nullish() }),
  z.object({ code: z.string(), message: z.string() }),
])
const Balance = z.object({ currency: z.string(), balance: Written })
const Detail = z.object({
  Variation: z.array(
    z.object({ variation_name: z.string(), variation_id: Written, variation_price: Written }),
  ),
  fields: z.array(z.string()),
})
const Verdict = z.object({
  status: z.union([z.boolean(), z.stringbool()]),
  message: z.string().nullish(),
  username: z.string().nullish(),
})

type Credentials = ProviderCredentials['moogold']
type Ask = (path: string, fields: object, signal: AbortSignal) => Promise<unknown>

/** What is signed is the body as it is sent, with the time and the path. */
export function createMooGoldAsk(
  { url, partnerId, secretKey }: Credentials,
  now: () => number,
): Ask {
  const basic = Buffer.from(`${partnerId}:${secretKey}`).toString('base64')
  return async (path, fields, signal) => {
    const body = JSON.stringify({ path, ...fields })
    const timestamp = unixSeconds(now)
    const reply = await exchange(`${url}/wp-json/v1/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${basic}`,
        timestamp,
        auth: hmacSha256(secretKey, `${body}${timestamp}${path}`),
      },
      body,
      signal,
    })
    const failure = Failure.safeParse(reply.body)
    if (failure.success) throw new Error(`MooGold refused: ${JSON.stringify(failure.data)}`)
    return reply.body
  }
}

export function createMooGold(credentials: Credentials, now: () => number = Date.now): Provider {
  const ask = createMooGoldAsk(credentials, now)

  const readDetail = async (product: string, signal: AbortSignal) =>
    Detail.parse(await ask('product/product_detail', { product_id: product }, signal))

  /** What a game wants to know of a player, as it is spelled there: "User ID", "Server". */
  const readFields = remember(async (game, signal) => (await readDetail(game, signal)).fields)

  return {
    async listProducts({ game }) {
      const { Variation } = await readDetail(game, patience())
      return Variation.map(({ variation_id, variation_name, variation_price }) => ({
        id: variation_id,
        name: variation_name,
        cost: variation_price,
        currency: CURRENCY,
        isAvailable: true,
      }))
    },

    async readBalance() {
      const { balance, currency } = Balance.parse(await ask('user/balance', {}, patience()))
      return { amount: balance, currency }
    },

    async validatePlayer({ game, playerId, zoneId }) {
      const signal = patience()
      const [playerField = 'User ID', zoneField = 'Server'] = await readFields(game, signal)
      const zone = zoneId ? { [zoneField]: zoneId } : {}
      const data = { 'product-id': game, [playerField]: playerId, ...zone }
      const reply = await ask('product/validate', { data }, signal)
      const { status, message, username } = Verdict.parse(reply)
      if (status && username) return { is: 'known', name: username }
      if (!status && isAboutPlayer(message ?? '')) return { is: 'unknown' }
      throw new Error(`MooGold told no name: ${message ?? ''}`)
    },
  }
}
