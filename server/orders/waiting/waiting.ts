import type { Output } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/orders/deliveries.ts'
import type { Claim } from '#contract/orders/deliveries.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { getOrders } from '#server/orders/read/find-order.ts'
import { after } from '#server/orders/delivery/decide.ts'
import { toDispatch } from '#server/orders/delivery/dispatches/list-dispatches.ts'
import * as rows from '#server/orders/delivery/sql.ts'
import { selectWaiting, type ClaimRow, type WaitingRow } from './waiting-sql.ts'

type Waiting = Output<typeof contract.listWaiting>['waiting'][number]

const SHOWN_MAX = 200
const BEGINS_WITHIN_MS = 5 * 60_000

export const listWaiting: Handler<typeof contract.listWaiting> = async (ctx, _input, caller) => {
  const { sql } = ctx
  const waiting = await selectWaiting(sql, begunBefore(ctx), SHOWN_MAX)
  const ids = waiting.map(({ id }) => id)
  const orders = await getOrders(sql, ids, caller)
  const dispatches = await rows.selectDispatchesOf(sql, ids)
  return {
    waiting: orders.map((order) => {
      const row = waiting.find(({ id }) => id === order._id)!
      const own = dispatches.filter(({ orderId }) => orderId === order._id)
      const told = own.map((dispatch) => toDispatch(ctx, dispatch))
      const since = (row.heldAt ?? row.paidAt).toISOString()
      const claim = toClaim(row)
      return { order, why: findWhy(row, own), since, claim, dispatches: told }
    }),
  }
}

/** Orders that were paid before this moment and have no delivery yet are late. */
export const begunBefore = ({ now }: Pick<Context, 'now'>): Date => after(now(), -BEGINS_WITHIN_MS)

export const toClaim = ({ claimedBy, claimedAt, claimant }: ClaimRow): Claim | null =>
  claimedBy ? { _id: claimedBy, fullName: claimant!, since: claimedAt!.toISOString() } : null

function findWhy(
  { isManual, isReviewed }: WaitingRow,
  dispatches: rows.DispatchRow[],
): Waiting['why'] {
  if (isReviewed) return 'review'
  if (dispatches.length === 0) return isManual ? 'manual' : 'no source'
  const isPart = dispatches.every(({ endedAt }) => endedAt)
  return isPart ? 'part' : 'unknown'
}
