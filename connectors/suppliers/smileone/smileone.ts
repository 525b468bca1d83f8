import { z } from 'zod'
import type { Supplier } from '#connectors/suppliers/supplier.ts'
import { Written } from '#connectors/request-json.ts'
import { createSmileOneCall, type Reply, type SmileOneAccount } from './smileone-call.ts'
import { createSmileOneDeliver, STATUS } from './smileone-orders.ts'
import { createSmileOneRegions } from './smileone-regions.ts'

const CURRENCY = 'SmileCoin'

const Role = z.looseObject({ username: z.string() })
const Points = z.object({ smile_points: Written })
const Products = z.object({
  product: z.array(z.object({ id: Written, spu: z.string(), price: Written })),
})

/** Smile.One accepts no reference of ours, cannot trace orders and sends no callbacks. */
export function createSmileOne(account: SmileOneAccount, now: () => number = Date.now): Supplier {
  const call = createSmileOneCall(account, now)

  async function demand(...question: Parameters<typeof call>) {
    const reply = await call(...question)
    if (reply.status !== STATUS.done) throw refused(reply)
    return reply
  }

  const lookups = {
    async listProducts(there) {
      const { product } = Products.parse((await demand('productlist', there)).data)
      return product.map(({ id, spu, price }) => ({
        id,
        name: spu,
        cost: price,
        currency: CURRENCY,
        isAvailable: true,
      }))
    },

    async validatePlayer({ playerId, zoneId, serviceId, ...there }) {
      const [productid = ''] = serviceId.split('&') // a pack may consist of several products
      const reply = await call('getrole', there, { userid: playerId, zoneid: zoneId, productid })
      if (STATUS.noSuchPlayer.includes(reply.status)) return { is: 'unknown' }
      if (reply.status === STATUS.no) return { is: 'elsewhere' }
      if (reply.status !== STATUS.done) throw refused(reply)
      const { data } = Role.safeParse(reply.data) // older answers have the name at the top level
      return { is: 'known', name: (data ?? Role.parse(reply)).username }
    },
  } satisfies Partial<Supplier>

  return {
    ...lookups,
    findRegion: createSmileOneRegions(lookups),

    async readBalance() {
      const reply = await demand('querypoints', { game: 'mobilelegends', region: '' })
      return { amount: Points.parse(reply).smile_points, currency: CURRENCY }
    },

    deliver: createSmileOneDeliver(call),
  }
}

const refused = ({ status, message }: Reply) =>
  new Error(`Smile.One refused with ${status}: ${message ?? ''}`)
