import { z } from 'zod'
import type * as contract from '#contract/resellers/reseller.ts'
import { ApiOrder } from '#contract/resellers/reseller.ts'
import type { ApiCaller, Context } from '#server/context.ts'
import { correctPlayer, takeRefund } from '#server/orders/delivery/correct-player.ts'
import { showCodes } from '#server/orders/codes/codes.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hasOrder, selectIdByReference, selectOrderBodies, selectOrderBody } from './sql.ts'

const ownOf = ({ id, key }: ApiCaller) => ({ userId: id, isTest: key.isTest })

/** Treats an order of another reseller or of the other mode as missing. */
async function getApiOrder(
  { sql }: Pick<Context, 'sql'>,
  id: string,
  caller: ApiCaller,
): Promise<ApiOrder> {
  const body = await selectOrderBody(sql, { ...ownOf(caller), id })
  if (!body) throw new Refusal('NO_SUCH_ORDER')
  return z.decode(ApiOrder, body as never)
}

export const findApiOrder: Handler<typeof contract.findApiOrder> = (ctx, { id }, caller) =>
  getApiOrder(ctx, id, caller)

export const findApiOrderByReference: Handler<typeof contract.findApiOrderByReference> = async (
  ctx,
  { reference },
  caller,
) => {
  const order = await findByReference(ctx, reference, caller)
  if (!order) throw new Refusal('NO_SUCH_ORDER')
  return order
}

export async function findByReference(
  ctx: Pick<Context, 'sql'>,
  reference: string,
  caller: ApiCaller,
): Promise<ApiOrder | null> {
  const found = await selectIdByReference(ctx.sql, { ...ownOf(caller), reference })
  return found && getApiOrder(ctx, found.id, caller)
}

export const listApiOrders: Handler<typeof contract.listApiOrders> = async (
  { sql },
  input,
  caller,
) => {
  const { page: number = 1, limit, after = null, status = null, from, to, sort } = input
  const own = ownOf(caller)
  if (after && !(await hasOrder(sql, { ...own, id: after }))) throw new Refusal('NO_SUCH_CURSOR')
  const rows = await selectOrderBodies(sql, {
    ...own,
    after,
    status,
    from: from ? new Date(from) : null,
    to: to ? new Date(to) : null,
    sort,
    offset: (number - 1) * limit,
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  return {
    orders: page.map(({ body }) => z.decode(ApiOrder, body as never)),
    next: rows.length > limit ? page.at(-1)!.id : null,
  }
}

export const correctApiOrder: Handler<typeof contract.correctApiOrder> = async (
  ctx,
  input,
  caller,
  visit,
) => {
  await refuseUnheld(ctx, input.id, caller)
  await correctPlayer(ctx, input, caller, visit)
  return getApiOrder(ctx, input.id, caller)
}

export const refundApiOrder: Handler<typeof contract.refundApiOrder> = async (
  ctx,
  { id },
  caller,
  visit,
) => {
  await refuseUnheld(ctx, id, caller)
  await takeRefund(ctx, { id }, caller, visit)
  return getApiOrder(ctx, id, caller)
}

/** Refuses in test mode, because test orders have no codes. */
export const showApiOrderCode: Handler<typeof contract.showApiOrderCode> = async (
  ctx,
  { id },
  caller,
) => {
  await getApiOrder(ctx, id, caller)
  if (caller.key.isTest) throw new Refusal('NO_CODE')
  return ctx.sql.begin(async (tx) => ({
    codes: await showCodes(ctx, tx, { orderId: id, callerId: caller.id, ownerId: caller.id }),
  }))
}

/** Also refuses in test mode: a test order is never held for its player. */
async function refuseUnheld(
  ctx: Pick<Context, 'sql'>,
  id: string,
  caller: ApiCaller,
): Promise<void> {
  const { heldFor } = await getApiOrder(ctx, id, caller)
  if (heldFor !== 'player') throw new Refusal('NOT_HELD')
}
