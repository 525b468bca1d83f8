import { z } from 'zod'
import type { Supplier } from '#connectors/suppliers/supplier.ts'
import { patience, Written } from '#connectors/request-json.ts'
import { isAboutPlayer, remember } from '#connectors/suppliers/wire.ts'
import { answerOf, createMooGoldAsk, type MooGoldAccount } from './moogold-call.ts'
import { createMooGoldOrders, type Named } from './moogold-orders.ts'

const CURRENCY = 'USD'

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

export function createMooGold(account: MooGoldAccount, now: () => number = Date.now): Supplier {
  const ask = createMooGoldAsk(account, now)

  const readDetail = async (product: string, signal: AbortSignal) =>
    Detail.parse(answerOf(await ask('product/product_detail', { product_id: product }, signal)))

  const readFields = remember(async (game, signal) => (await readDetail(game, signal)).fields)

  /** The player's ids under the field names of the game, such as "User ID" and "Server". */
  const toNamed: Named = async ({ game, playerId, zoneId }, signal) => {
    const fields = await readFields(game, signal)
    const [playerField = 'User ID', zoneField = 'Server'] = fields
    const player = { [playerField]: playerId, ...(zoneId ? { [zoneField]: zoneId } : {}) }
    return { isVoucher: fields.length === 0, player }
  }

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
      const { balance, currency } = Balance.parse(
        answerOf(await ask('user/balance', {}, patience())),
      )
      return { amount: balance, currency }
    },

    async validatePlayer(sought) {
      const signal = patience()
      const { player } = await toNamed(sought, signal)
      const data = { 'product-id': sought.game, ...player }
      const reply = answerOf(await ask('product/validate', { data }, signal))
      const { status, message, username } = Verdict.parse(reply)
      if (status && username) return { is: 'known', name: username }
      if (!status && isAboutPlayer(message ?? '')) return { is: 'unknown' }
      throw new Error(`MooGold sent no name: ${message ?? ''}`)
    },

    ...createMooGoldOrders(ask, toNamed),
  }
}
