// PhonePe's settlements, each as one sum.
import { PHONEPE } from './credentials.ts'
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import { netOf, type Settlement } from '#sandbox/gateways/settle.ts'
import { refuse } from './phonepe-wire.ts'

const NAME = 'phonepe'
const LIMIT_MAX = 40
const KEPT_MS = 183 * 24 * 60 * 60_000

export const settlementCalls = (deals: Deals) => ({
  'GET /settlements/v1/range': ({ url }: Call): Answer => {
    const ask = (name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise)
    const [from, to] = [ask('from', NaN), ask('to', NaN)]
    const [limit, offset] = [ask('limit', 10), ask('offset', 0)]
    if (!(from > Date.now() - KEPT_MS && to >= from))
      return refuse(400, 'BAD_REQUEST', 'from and to must be within six months')
    if (!(limit >= 1 && limit <= LIMIT_MAX && offset >= 0))
      return refuse(400, 'BAD_REQUEST', 'limit must be between 1 and 40')
    const found = deals.settlementsOf(NAME).filter(({ at }) => at >= from && at <= to)
    const settlements = found
      .slice(offset, offset + limit)
      .map(({ id, utr, at }) => ({ state: 'PROCESSED', settlementId: id, utr, date: at }))
    return json({ settlements, hasNext: offset + limit < found.length })
  },

  'GET /settlements/v1/*/status': ({ url }: Call): Answer => {
    const id = url.pathname.split('/').at(-2)
    const found = deals.settlementsOf(NAME).find((one) => one.id === id)
    return found ? json(toStatus(found)) : refuse(404, 'NOT_FOUND', 'No such settlement')
  },
})

const toStatus = ({ id, utr, at, lines }: Settlement) => ({
  settlementId: id,
  state: 'PROCESSED',
  utr,
  amount: lines.reduce((sum, line) => sum + netOf(line), 0),
  merchantId: PHONEPE.merchantId,
  lastUpdatedAt: at,
})
