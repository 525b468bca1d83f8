import { z } from 'zod'
import type { Dispatch } from '#connectors/suppliers/supplier.ts'
import { patience, Written } from '#connectors/request-json.ts'
import { failureOf, type G2BulkCall } from './g2bulk-call.ts'

const PAGE_MAX = 100
const PAGES_MAX = 10
const MARGIN_MS = 24 * 60 * 60 * 1000 // its timestamps have no time zone

const Orders = z.object({
  orders: z.array(
    z.object({
      order_id: Written,
      game_code: z.string().nullish(),
      player_id: Written.nullish(),
      remark: z.string().nullish(),
      created_at: z.string().nullish(),
    }),
  ),
})

type Row = z.output<typeof Orders>['orders'][number]
type Match = { is: 'found'; id: string } | { is: 'none' } | { is: 'unclear' }

/**
 * Finds our order by its remark. Rows without a remark prove nothing, because a customer may buy the same pack twice.
 * The result is then unclear, as it is if the list is too long.
 */
export async function findG2BulkOrder(call: G2BulkCall, dispatch: Dispatch): Promise<Match> {
  const since = (dispatch.firstSentAt?.getTime() ?? 0) - MARGIN_MS
  const signal = patience()
  let mayBeHere = false
  for (let page = 1; page <= PAGES_MAX; page++) {
    const answer = await call(`/games/orders?page=${page}&limit=${PAGE_MAX}`, { signal })
    if (answer.status !== 200) throw failureOf(answer)
    const { orders } = Orders.parse(answer.body)
    const ours = orders.find(({ remark }) => remark === dispatch.reference)
    if (ours) return { is: 'found', id: ours.order_id }
    const recent = orders.filter((row) => !isBefore(row, since))
    mayBeHere ||= recent.some((row) => isLike(row, dispatch))
    if (orders.length < PAGE_MAX || recent.length === 0)
      return mayBeHere ? { is: 'unclear' } : { is: 'none' }
  }
  return { is: 'unclear' }
}

const isLike = ({ remark, game_code, player_id }: Row, { game, playerId }: Dispatch): boolean =>
  !remark && (game_code ?? game) === game && (player_id ?? playerId) === playerId

/** False for a missing or unreadable time, because it could be any time. */
const isBefore = ({ created_at }: Row, time: number): boolean => Date.parse(created_at ?? '') < time
