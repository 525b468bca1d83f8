import type * as contract from '#contract/orders/risk.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import { tellChange } from '#server/platform/db/changes.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { endOrder, getLockedOrder } from '#server/orders/end/end-order.ts'
import { getOrders } from '#server/orders/read/find-order.ts'
import { releaseOrder } from '#server/orders/end/tell-step.ts'
import { banBehind } from './bans.ts'
import * as rows from './sql.ts'

const SHOWN_MAX = 100
const RELEASED = 'Our team has checked this order. It’s on its way'

export const listRiskReviews: Handler<typeof contract.listRiskReviews> = async (
  { sql },
  _input,
  caller,
) => {
  const [found, total] = await Promise.all([
    rows.selectReviews(sql, SHOWN_MAX),
    rows.countReviews(sql),
  ])
  const ids = found.map(({ orderId }) => orderId)
  const orders = new Map((await getOrders(sql, ids, caller)).map((order) => [order._id, order]))
  const reviews = found.map(({ orderId, reasons, heldAt, payers, kinds }) => ({
    order: orders.get(orderId)!,
    reasons,
    since: heldAt.toISOString(),
    payers,
    bannable: caller.role === 'admin' ? kinds : [],
  }))
  return { reviews, total }
}

export const deliverReviewed: Handler<typeof contract.deliverReviewed> = (
  ctx,
  { id },
  caller,
  visit,
) =>
  ctx.sql.begin(async (tx) => {
    await decide(ctx, tx, { orderId: id, decision: 'deliver', note: '' }, { caller, visit })
    await releaseOrder(ctx, tx, { orderId: id, words: RELEASED })
    await enqueue(tx, 'deliver-order', { orderId: id })
    return null
  })

export const refuseReviewed: Handler<typeof contract.refuseReviewed> = (
  ctx,
  { id, note, bans },
  caller,
  visit,
) =>
  ctx.sql.begin(async (tx) => {
    if (bans.length > 0 && caller.role !== 'admin') throw new Refusal('ACCESS_DENIED')
    await decide(ctx, tx, { orderId: id, decision: 'refuse', note }, { caller, visit })
    await banBehind(ctx, tx, { orderId: id, kinds: bans, note, caller, visit })
    if (bans.length > 0) await tellChange(ctx, tx)
    const reason = 'We couldn’t accept this order'
    await endOrder(ctx, tx, { orderId: id, end: 'failed', callerId: caller.id, reason })
    return null
  })

type Decision = { orderId: string; decision: 'deliver' | 'refuse'; note: string }

/** Locks the order and decides its review. If two people decide at once, the second is refused. */
async function decide(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { orderId, decision, note }: Decision,
  { caller, visit }: { caller: Caller; visit: Visit },
): Promise<void> {
  const { status, heldFor } = await getLockedOrder(tx, orderId)
  const now = ctx.now()
  const isHeld = status === 'processing' && heldFor === 'person'
  const decided = { decision, decidedBy: caller.id, decidedAt: now }
  if (!isHeld || !(await rows.updateReview(tx, orderId, decided))) throw new Refusal('NOT_HELD')
  await recordAction(tx, {
    callerId: caller.id,
    address: visit.address,
    action: 'review order',
    subject: `order ${orderId}`,
    before: null,
    after: { decision, ...(note && { note }) },
    now,
  })
}

export const listRiskRefusals: Handler<typeof contract.listRiskRefusals> = async (
  { sql },
  { page, limit, sort },
) => {
  const list = { isOldestFirst: sort === 'createdAt', limit, offset: (page - 1) * limit }
  const [found, total] = await Promise.all([
    rows.selectRefusals(sql, list),
    rows.countRefusals(sql),
  ])
  const refusals = found.map(({ lastAt, ...rest }) => ({ ...rest, at: lastAt.toISOString() }))
  return { refusals, total }
}
