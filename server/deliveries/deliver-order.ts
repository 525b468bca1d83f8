import type { Tx } from '#server/db/db.ts'
import type { JobPayload } from '#server/jobs/payloads.ts'
import { getLockedOrder } from '#server/orders/end-order.ts'
import { beginParcels } from './begin-parcels.ts'
import { askPerson, type Place } from './conclude.ts'
import * as rows from './sql.ts'

type Order = Awaited<ReturnType<typeof getLockedOrder>>

/** An order was paid: each product of its pack becomes a parcel. Once, however often it is asked for. */
export const deliverOrder = (ctx: Place, { orderId }: JobPayload<'deliver-order'>): Promise<void> =>
  ctx.sql.begin(async (tx) => {
    const order = await getLockedOrder(tx, orderId)
    if (order.status !== 'processing' || order.heldFor) return
    if ((await rows.selectLegs(tx, orderId)).length > 0) return
    await begin(ctx, tx, order)
  })

async function begin(ctx: Place, tx: Tx, order: Order): Promise<void> {
  const { source, serviceId, ...there } = await rows.selectPack(tx, order.id)
  if (source === 'manual') return
  const products = splitProducts(serviceId)
  if (!ctx.providers[source] || products.length === 0) {
    const why = products.length === 0 ? 'its pack has no product' : `no account with ${source}`
    return askPerson(ctx, tx, { orderId: order.id, why })
  }
  await beginParcels(tx, {
    ...there,
    orderId: order.id,
    provider: source,
    playerId: order.playerId,
    zoneId: order.zoneId,
    createdAt: ctx.now(),
    products: products.map((product, index) => ({
      leg: index + 1,
      attempt: 1,
      serviceId: product,
    })),
  })
}

/** A pack may be made of several products: 13&23. */
const splitProducts = (serviceId: string): string[] =>
  serviceId
    .split('&')
    .map((product) => product.trim())
    .filter((product) => product !== '')
