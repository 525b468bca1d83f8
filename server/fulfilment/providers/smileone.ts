import { z } from 'zod'
import type { ProviderCredentials } from '#server/fulfilment/environment.ts'
import type { GameThere, Provider } from '#server/fulfilment/provider.ts'
import { exchange, md5, Written } from '#server/exchange.ts'
import { unixSeconds } from '#server/fulfilment/wire.ts'

const CURRENCY = 'SmileCoin'
const DONE = 200
const COUNTRY_REFUSED = 201
const NO_SUCH_PLAYER = [20003, 20004] // the pair of ids, the id alone

/** It answers 200 to whatever it refuses: `status` has the verdict. */
const Reply = z.looseObject({
  status: z.coerce.number(),
  message: z.string().nullish(),
  data: z.unknown().optional(),
})
const Role = z.looseObject({ username: z.string() })
const Points = z.object({ smile_points: Written })
const Products = z.object({
  product: z.array(z.object({ id: Written, spu: z.string(), price: Written })),
})

export function createSmileOne(
  { url, uid, email, key }: ProviderCredentials['smileone'],
  now: () => number = Date.now,
): Provider {
  /** The wallet of a country is a part of the path; the first one has none. */
  async function call(method: string, { game, region }: GameThere, fields = {}) {
    const wallet = region ? `/${encodeURIComponent(region.toLowerCase())}` : ''
    const signed = { uid, email, product: game, time: unixSeconds(now), ...fields }
    const { body } = await exchange(`${url}${wallet}/smilecoin/api/${method}`, {
      method: 'POST',
      body: new URLSearchParams({ ...signed, sign: sign(signed, key) }),
    })
    return Reply.parse(body)
  }

  async function demand(...question: Parameters<typeof call>) {
    const reply = await call(...question)
    if (reply.status !== DONE) throw refused(reply)
    return reply
  }

  return {
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

    async readBalance() {
      const reply = await demand('querypoints', { game: 'mobilelegends', region: '' })
      return { amount: Points.parse(reply).smile_points, currency: CURRENCY }
    },

    async validatePlayer({ playerId, zoneId, serviceId, ...there }) {
      const [productid = ''] = serviceId.split('&') // a pack may be made of several
      const reply = await call('getrole', there, { userid: playerId, zoneid: zoneId, productid })
      if (NO_SUCH_PLAYER.includes(reply.status)) return { is: 'unknown' }
      if (reply.status === COUNTRY_REFUSED) return { is: 'elsewhere' }
      if (reply.status !== DONE) throw refused(reply)
      const { data } = Role.safeParse(reply.data) // older answers have the name one floor up
      return { is: 'known', name: (data ?? Role.parse(reply)).username }
    },
  }
}

const refused = ({ status, message }: z.output<typeof Reply>) =>
  new Error(`Smile.One refused with ${status}: ${message ?? ''}`)

/** The values as they are, not as they are encoded for the wire. */
function sign(fields: Record<string, string>, key: string): string {
  const pairs = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${fields[name]}&`)
  return md5(md5(`${pairs.join('')}${key}`))
}
