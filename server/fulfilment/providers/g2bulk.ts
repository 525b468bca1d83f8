import { z } from 'zod'
import type { ProviderCredentials } from '#server/fulfilment/environment.ts'
import type { Provider } from '#server/fulfilment/provider.ts'
import { exchange, Written } from '#server/exchange.ts'

const CURRENCY = 'USD'

const Me = z.object({ balance: Written })
const Catalogue = z.object({
  catalogues: z.array(z.object({ name: z.string(), amount: Written })),
})
const Verdict = z.object({ valid: z.string(), name: z.string().nullish() })

export function createG2Bulk({ url, apiKey }: ProviderCredentials['g2bulk']): Provider {
  // It bans an address for good that goes on with a wrong key.
  let isKeyRefused = false

  async function read(path: string) {
    if (isKeyRefused) throw new Error('G2Bulk refused the key, and is not asked again with it')
    const { status, body } = await exchange(`${url}/v1${path}`, {
      headers: { 'x-api-key': apiKey },
    })
    isKeyRefused = status === 401
    if (status !== 200) throw new Error(`G2Bulk answered ${status}: ${wordsOf(body)}`)
    return body
  }

  return {
    /** Packs are ordered by name. */
    async listProducts({ game }) {
      const path = `/games/${encodeURIComponent(game)}/catalogue`
      const { catalogues } = Catalogue.parse(await read(path))
      return catalogues.map(({ name, amount }) => ({
        id: name,
        name,
        cost: amount,
        currency: CURRENCY,
        isAvailable: true,
      }))
    },

    async readBalance() {
      return { amount: Me.parse(await read('/getMe')).balance, currency: CURRENCY }
    },

    /** Open to everybody, so it goes without the key. Nobody of this id is a 400 with a verdict. */
    async validatePlayer({ game, playerId, zoneId }) {
      const { status, body } = await exchange(`${url}/v1/games/checkPlayerId`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          game,
          user_id: playerId,
          ...(zoneId ? { server_id: zoneId } : {}),
        }),
      })
      const { data: verdict } = Verdict.safeParse(body)
      if (status === 400 && verdict?.valid === 'invalid') return { is: 'unknown' }
      if (status !== 200 || verdict?.valid !== 'valid')
        throw new Error(`G2Bulk answered ${status}: ${wordsOf(body)}`)
      if (!verdict.name) throw new Error('G2Bulk found a player without a name')
      return { is: 'known', name: verdict.name }
    },
  }
}

const wordsOf = (body: unknown): string =>
  z.object({ message: z.string() }).safeParse(body).data?.message ?? ''
