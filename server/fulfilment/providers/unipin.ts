import { z } from 'zod'
import type { ProviderCredentials } from '#server/fulfilment/environment.ts'
import type { Provider } from '#server/fulfilment/provider.ts'
import { exchange, hmacSha256, patience, Written } from '#server/exchange.ts'
import { isAboutPlayer, remember, unixSeconds } from '#server/fulfilment/wire.ts'

/** A refusal may come with 200, and has its words in one of two places. */
const Reply = z.looseObject({
  status: z.coerce.number(),
  reason: z.string().nullish(),
  error: z.object({ message: z.string() }).nullish(),
})
const Detail = z.object({
  denominations: z.array(
    z.object({ id: Written, name: z.string(), currency: z.string(), amount: Written }),
  ),
  fields: z.array(z.object({ name: z.string() })),
})
const Known = z.object({ username: z.string() })

type Credentials = ProviderCredentials['unipin']
type Answer = { isDone: boolean; words: string; body: unknown }
type Ask = (path: string, fields: object, signal: AbortSignal) => Promise<Answer>

/** What is signed does not cover the body. */
export function createUniPinAsk(
  { url, partnerId, secretKey }: Credentials,
  now: () => number,
): Ask {
  return async (path, fields, signal) => {
    const timestamp = unixSeconds(now)
    const { body } = await exchange(`${url}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        partnerid: partnerId,
        timestamp,
        path,
        auth: hmacSha256(secretKey, `${partnerId}${timestamp}${path}`),
      },
      body: JSON.stringify(fields),
      signal,
    })
    const reply = Reply.parse(body)
    return { isDone: reply.status === 1, words: reply.error?.message ?? reply.reason ?? '', body }
  }
}

export function createUniPin(credentials: Credentials, now: () => number = Date.now): Provider {
  const ask = createUniPinAsk(credentials, now)

  async function readDetail(game: string, signal: AbortSignal) {
    const reply = await ask('in-game-topup/detail', { game_code: game }, signal)
    if (!reply.isDone) throw new Error(`UniPin refused: ${reply.words}`)
    return Detail.parse(reply.body)
  }

  const readFields = remember(async (game, signal) =>
    (await readDetail(game, signal)).fields.map(({ name }) => name),
  )

  return {
    async listProducts({ game }) {
      const { denominations } = await readDetail(game, patience())
      return denominations.map(({ amount, ...product }) => ({
        ...product,
        cost: amount,
        isAvailable: true,
      }))
    },

    async validatePlayer({ game, playerId, zoneId }) {
      const signal = patience()
      const [playerField = 'userid', zoneField = 'zoneid'] = await readFields(game, signal)
      const fields = { [playerField]: playerId, ...(zoneId ? { [zoneField]: zoneId } : {}) }
      const question = { game_code: game, fields }
      const { isDone, words, body } = await ask('in-game-topup/user/validate', question, signal)
      if (isDone) return { is: 'known', name: Known.parse(body).username }
      if (isAboutPlayer(words)) return { is: 'unknown' }
      throw new Error(`UniPin refused: ${words}`)
    },
  }
}
