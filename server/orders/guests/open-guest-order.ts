import type * as contract from '#contract/accounts/guests.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { openSession } from '#server/accounts/sessions/sessions.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import { selectOrder } from '#server/orders/read/list-sql.ts'
import { readOrderToken } from '#server/accounts/guests/order-link.ts'

/** The link alone is no proof of the mailbox: somebody may have forwarded the mail. So the money stays locked. */
export const openGuestOrder: Handler<typeof contract.openGuestOrder> = (
  ctx,
  { token },
  _caller,
  visit,
) => {
  const orderId = readOrderToken(ctx.keys, token)
  if (!orderId) throw new Refusal('ORDER_LINK_WRONG')
  return ctx.sql.begin(async (tx) => {
    const found = await selectOrder(tx, orderId)
    if (!found) throw new Refusal('ORDER_LINK_WRONG')
    await lockUser(tx, found.userId) // the guest may be claimed at this moment
    const order = await selectOrder(tx, orderId)
    if (!order?.isUnclaimed) throw new Refusal('ORDER_CLAIMED')
    const tokens = await openSession(ctx, tx, { userId: order.userId, visit, provenAt: null })
    return { ...tokens, orderId }
  })
}
