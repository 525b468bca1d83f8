import type { Output } from '#contract/endpoint.ts'
import type * as contract from '#contract/deliveries.ts'
import type { Parcel } from '#contract/deliveries.ts'
import type { Handlers } from '#server/http/implement.ts'
import { getOrders } from '#server/orders/find-order.ts'
import { after } from './decide.ts'
import * as rows from './sql.ts'

type Handle = Handlers<typeof contract>
type Waiting = Output<typeof contract.listWaiting>['waiting'][number]

const SHOWN_MAX = 200
const BEGINS_WITHIN_MS = 5 * 60_000

export const listWaiting: Handle['listWaiting'] = async ({ sql, now }) => {
  const waiting = await rows.selectWaiting(sql, after(now(), -BEGINS_WITHIN_MS), SHOWN_MAX)
  const ids = waiting.map(({ id }) => id)
  const orders = await getOrders(sql, ids)
  const parcels = await rows.selectParcelsOf(sql, ids)
  return {
    waiting: orders.map((order) => {
      const row = waiting.find(({ id }) => id === order._id)!
      const own = parcels.filter(({ orderId }) => orderId === order._id)
      const since = (row.heldAt ?? row.paidAt).toISOString()
      return { order, why: findWhy(row, own), since, parcels: own.map(toParcel) }
    }),
  }
}

function findWhy({ isManual }: rows.WaitingRow, parcels: rows.ParcelRow[]): Waiting['why'] {
  if (parcels.length === 0) return isManual ? 'manual' : 'no source'
  const isPart = parcels.every(({ endedAt }) => endedAt)
  return isPart ? 'part' : 'unknown'
}

const toParcel = (row: rows.ParcelRow): Parcel => ({
  leg: row.leg,
  attempt: row.attempt,
  provider: row.provider,
  reference: row.reference,
  serviceId: row.serviceId,
  state: row.state,
  providerOrderId: row.providerOrderId,
  words: row.words,
  sentAt: row.sentAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
})
