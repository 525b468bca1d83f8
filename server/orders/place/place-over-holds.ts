import type { Context } from '#server/context.ts'
import { endOrder } from '#server/orders/end/end-order.ts'
import { lockForBoth, lockHolds, selectHolds } from './holds-sql.ts'
import { placeOrders, type NewOrder, type Outcome } from './sql-place.ts'

const MINUTE_MS = 60_000
const TRIES_MAX = 3

type Deps = Pick<Context, 'sql' | 'now' | 'log' | 'config'>
type Held = 'OUT_OF_STOCK' | 'COUPON_NOT_USABLE'

const isHeld = (code: Outcome['code']): code is Held =>
  code === 'OUT_OF_STOCK' || code === 'COUPON_NOT_USABLE'

/**
 * Places an order that was refused because unpaid orders hold its pack or coupon, and ends as many of those as it
 * needs. A paid order may end any unpaid one. An unpaid order may end only those whose hold time is over. In all other
 * cases the order stays refused.
 */
export async function placeOverHolds(
  ctx: Deps,
  order: NewOrder,
  refused: Outcome,
): Promise<Outcome> {
  let outcome = refused
  const heldBefore = holdsEndBefore(ctx, order)
  for (let tries = 0; tries < TRIES_MAX && isHeld(outcome.code);) {
    const holds = await selectHolds(ctx.sql, { order, heldBefore })
    if (holds.length === 0) break
    const answer = await placeInstead(ctx, order, holds)
    if (!answer) continue // another order was faster, or the holding one was paid: look for others
    outcome = answer
    tries++
  }
  return isHeld(outcome.code) && order.expiresAt ? tellHold(ctx, order, outcome) : outcome
}

const FAR = new Date('9999-01-01')

function holdsEndBefore({ now, config }: Deps, { expiresAt }: NewOrder): Date {
  return expiresAt ? new Date(now().getTime() - config.limits.unpaidHoldMinutes * MINUTE_MS) : FAR
}

/** Changes the refusal of an unpaid order if its pack or coupon is only held: the customer can wait for it. */
async function tellHold({ sql }: Deps, order: NewOrder, outcome: Outcome): Promise<Outcome> {
  const holds = await selectHolds(sql, { order, heldBefore: FAR })
  if (holds.length === 0) return outcome
  return { ...outcome, code: outcome.code === 'OUT_OF_STOCK' ? 'STOCK_HELD' : 'COUPON_HELD' }
}

/**
 * Ends the holding orders and places the new one in one transaction, so that no order ends for nothing. Null if one of
 * them was ended or paid in the meantime.
 */
async function placeInstead(ctx: Deps, order: NewOrder, holds: string[]): Promise<Outcome | null> {
  const undo = new Error('The order was not placed')
  let outcome: Outcome | null = null
  try {
    await ctx.sql.begin(async (tx) => {
      const unpaid = await lockHolds(tx, holds)
      if (unpaid.length < holds.length) throw undo
      await lockForBoth(tx, order, holds)
      for (const { id: orderId, userId } of unpaid) {
        const isQuiet = userId === order.userId // no email: it is the customer's own doing
        const reason = tellLoss(order, isQuiet)
        await endOrder(ctx, tx, { orderId, end: 'cancelled', reason, isQuiet })
      }
      outcome = (await placeOrders(tx, [order]))[0]!
      if (!isPlaced(order, outcome)) throw undo
      const { id, userId } = order
      tx.afterCommit(() =>
        ctx.log.info(
          { orderId: id, userId, unpaid: holds },
          'unpaid orders cancelled for another order',
        ),
      )
    })
  } catch (error) {
    if (error !== undo) throw error
  }
  return outcome
}

/** True if the order was placed now, and not found by its key or reference. */
export function isPlaced({ id }: Pick<NewOrder, 'id'>, { code, answer }: Outcome): boolean {
  return code === null && (answer === null || (answer as { _id?: string })._id === id)
}

function tellLoss({ expiresAt }: NewOrder, isOwn: boolean): string {
  const taken = expiresAt
    ? 'another customer ordered what it had reserved'
    : 'a paid order took what it had reserved'
  return `This order wasn’t paid, and ${isOwn ? 'your newer order took what it had reserved' : taken}`
}
