import { z } from 'zod'
import type { Supplier } from '#connectors/suppliers/supplier.ts'
import type { ConnectorAccount } from '#connectors/manifest.ts'
import { requestJson, Written } from '#connectors/request-json.ts'
import { createG2BulkCall, failureOf, type G2BulkAccount } from './g2bulk-call.ts'
import { createG2BulkOrders } from './g2bulk-orders.ts'

const CURRENCY = 'USD'

const Me = z.object({ balance: Written })
const Catalogue = z.object({
  catalogues: z.array(z.object({ name: z.string(), amount: Written })),
})
const Verdict = z.object({ valid: z.string(), name: z.string().nullish() })

export function createG2Bulk(account: G2BulkAccount, log?: ConnectorAccount['log']): Supplier {
  const call = createG2BulkCall(account, log)

  async function read(path: string) {
    const answer = await call(path)
    if (answer.status !== 200) throw failureOf(answer)
    return answer.body
  }

  return {
    ...createG2BulkOrders(call),

    /** Uses the name as the id, because packs are ordered by name. */
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

    /** This endpoint is public, so the key is not sent. For an unknown player it answers 400 with a verdict. */
    async validatePlayer({ game, playerId, zoneId }) {
      const answer = await requestJson(`${account.url}/v1/games/checkPlayerId`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          game,
          user_id: playerId,
          ...(zoneId ? { server_id: zoneId } : {}),
        }),
      })
      const { data: verdict } = Verdict.safeParse(answer.body)
      if (answer.status === 400 && verdict?.valid === 'invalid') return { is: 'unknown' }
      if (answer.status !== 200 || verdict?.valid !== 'valid') throw failureOf(answer)
      if (!verdict.name) throw new Error('G2Bulk found a player without a name')
      return { is: 'known', name: verdict.name }
    },
  }
}
