import type * as contract from '#contract/orders/deliveries.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { showCodes } from './codes.ts'

export const showOrderCode: Handler<typeof contract.showOrderCode> = (ctx, { id }, caller) =>
  ctx.sql.begin(async (tx) => ({
    codes: await showCodes(ctx, tx, { orderId: id, callerId: caller.id, ownerId: caller.id }),
  }))

export const showOrderCodeAsAdmin: Handler<typeof contract.showOrderCodeAsAdmin> = (
  ctx,
  { id },
  caller,
  visit,
) =>
  ctx.sql.begin(async (tx) => {
    const codes = await showCodes(ctx, tx, { orderId: id, callerId: caller.id })
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'show code',
      subject: `order ${id}`,
      before: {},
      after: { count: codes.length },
      now: ctx.now(),
    })
    return { codes }
  })
