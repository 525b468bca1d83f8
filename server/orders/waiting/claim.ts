import type * as contract from '#contract/orders/deliveries.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getLockedOrder } from '#server/orders/end/end-order.ts'
import { keepClaim } from '#server/orders/end/tell-step.ts'
import { isWaiting, selectClaim } from './waiting-sql.ts'
import { begunBefore, toClaim } from './waiting.ts'

/** Claims or releases an order. If two people claim it at once, the first has it and the other is told who. */
export const claimOrder: Handler<typeof contract.claimOrder> = (
  ctx,
  { id, isClaimed },
  caller,
  visit,
) =>
  ctx.sql.begin(async (tx) => {
    await getLockedOrder(tx, id)
    if (!(await isWaiting(tx, id, begunBefore(ctx)))) throw new Refusal('NOT_HELD')
    const claim = toClaim(await selectClaim(tx, id))
    if (claim && claim._id !== caller.id)
      throw new Refusal('CLAIMED', { message: `${claim.fullName} has already taken this order` })
    if (isClaimed === Boolean(claim)) return { claim }
    const now = ctx.now()
    await keepClaim(tx, { orderId: id, claimedBy: isClaimed ? caller.id : null, now })
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'claim order',
      subject: `order ${id}`,
      before: { isClaimed: !isClaimed },
      after: { isClaimed },
      now,
    })
    return { claim: toClaim(await selectClaim(tx, id)) }
  })
