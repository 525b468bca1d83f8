import type * as contract from '#contract/deliveries.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Handlers } from '#server/platform/http/implement.ts'
import { showCodes } from './codes.ts'

type Handle = Handlers<typeof contract>

export const showOrderCode: Handle['showOrderCode'] = (ctx, { id }, caller) =>
  ctx.sql.begin(async (tx) => ({
    codes: await showCodes(ctx, tx, { orderId: id, callerId: caller.id, ownerId: caller.id }),
  }))

export const showOrderCodeAsAdmin: Handle['showOrderCodeAsAdmin'] = (ctx, { id }, caller, visit) =>
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
