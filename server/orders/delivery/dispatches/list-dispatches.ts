import type * as contract from '#contract/orders/deliveries.ts'
import type { Dispatch } from '#contract/orders/deliveries.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { getOrder } from '#server/orders/read/find-order.ts'
import { tellCodes } from '#server/orders/codes/codes.ts'
import { titleOf } from '#server/suppliers/title-of.ts'
import * as rows from '#server/orders/delivery/sql.ts'

export const listParcels: Handler<typeof contract.listParcels> = async (ctx, { id }, caller) => {
  const { sql } = ctx
  await getOrder(sql, { id, reader: caller })
  const found = await rows.selectDispatchesOf(sql, [id])
  const dispatches = found.map((row) => toDispatch(ctx, row))
  return { dispatches, codes: await tellCodes(sql, id) }
}

export const toDispatch = (ctx: Pick<Context, 'connectors'>, row: rows.DispatchRow): Dispatch => ({
  leg: row.leg,
  attempt: row.attempt,
  provider: row.supplier,
  providerTitle: titleOf(ctx, row.supplier),
  reference: row.reference,
  serviceId: row.productId,
  state: row.state,
  providerOrderId: row.supplierOrderId,
  words: row.words,
  chosen: row.chosen,
  sentAt: row.tries > 0 ? row.sentAt!.toISOString() : null,
  endedAt: row.endedAt?.toISOString() ?? null,
})
