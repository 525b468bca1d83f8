import { z } from 'zod'
import type { Supplier } from '#connectors/suppliers/supplier.ts'
import { patience, Written } from '#connectors/request-json.ts'
import { isAboutPlayer, remember } from '#connectors/suppliers/wire.ts'
import { createUniPinAsk, type UniPinAccount } from './unipin-call.ts'
import { createUniPinOrders, type Validate } from './unipin-orders.ts'

const Detail = z.object({
  denominations: z.array(
    z.object({ id: Written, name: z.string(), currency: z.string(), amount: Written }),
  ),
  fields: z.array(z.object({ name: z.string() })),
})
const Known = z.object({ username: z.string() })

export function createUniPin(account: UniPinAccount, now: () => number = Date.now): Supplier {
  const ask = createUniPinAsk(account, now)

  async function readDetail(game: string, signal: AbortSignal) {
    const reply = await ask('in-game-topup/detail', { game_code: game }, signal)
    if (!reply.isDone) throw new Error(`UniPin refused: ${reply.words}`)
    return Detail.parse(reply.body)
  }

  const readFields = remember(async (game, signal) =>
    (await readDetail(game, signal)).fields.map(({ name }) => name),
  )

  const validate: Validate = async ({ game, playerId, zoneId }) => {
    const signal = patience()
    const [playerField = 'userid', zoneField = 'zoneid'] = await readFields(game, signal)
    const fields = { [playerField]: playerId, ...(zoneId ? { [zoneField]: zoneId } : {}) }
    return ask('in-game-topup/user/validate', { game_code: game, fields }, signal)
  }

  return {
    async listProducts({ game }) {
      const { denominations } = await readDetail(game, patience())
      return denominations.map(({ amount, ...product }) => ({
        ...product,
        cost: amount,
        isAvailable: true,
      }))
    },

    async check() {
      const { isDone, words } = await ask('in-game-topup/list', {}, patience())
      if (!isDone) throw new Error(`UniPin refused: ${words}`)
    },

    async validatePlayer(player) {
      const { isDone, words, body } = await validate(player)
      if (isDone) return { is: 'known', name: Known.parse(body).username }
      if (isAboutPlayer(words)) return { is: 'unknown' }
      throw new Error(`UniPin refused: ${words}`)
    },

    ...createUniPinOrders(ask, validate),
  }
}
