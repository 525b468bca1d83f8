import { z } from 'zod'
import type { Supplier } from '#connectors/suppliers/supplier.ts'
import { Written } from '#connectors/request-json.ts'
import { createSeagmCall, readSeagm, type SeagmAccount } from './seagm-call.ts'
import { createSeagmOrders } from './seagm-orders.ts'

const Me = z.object({ balance: Written, currency: z.string() })
const Types = z.array(
  z.object({ id: Written, name: z.string(), unit_price: Written, currency: z.string() }),
)

/** SEAGM cannot look up players. */
export function createSeagm(account: SeagmAccount, now: () => number = Date.now): Supplier {
  const call = createSeagmCall(account, now)
  return {
    ...createSeagmOrders(call, account.secretKey),

    async listProducts({ game }) {
      const path = `/recharge-categories/${encodeURIComponent(game)}/recharge-types`
      return Types.parse(await readSeagm(call, path)).map(({ unit_price, ...product }) => ({
        ...product,
        cost: unit_price,
        isAvailable: true,
      }))
    },

    async readBalance() {
      const { balance, currency } = Me.parse(await readSeagm(call, '/me'))
      return { amount: balance, currency }
    },
  }
}
