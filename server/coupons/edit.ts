import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/coupons.ts'
import type { CouponWithUsers } from '#contract/coupons.ts'
import type { Input } from '#contract/endpoint.ts'
import { dayEnd } from '#contract/period.ts'
import { changeQuietly } from '#server/audit/change-content.ts'
import type { Tx } from '#server/db/db.ts'
import type { Handlers } from '#server/http/implement.ts'
import { getCoupon } from './list.ts'
import { changeLists, type SentLists } from './lists.ts'
import * as rows from './sql.ts'

type Handle = Handlers<typeof contract>
type Sent = Omit<Input<typeof contract.editCoupon>, 'id'>

export const createCoupon: Handle['createCoupon'] = (ctx, input, caller, visit) =>
  changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    const id = randomUUIDv7()
    await rows.insertCoupon(tx, { id, ...toFields(input) }, now)
    await changeLists(tx, id, input, await getCoupon(tx, id))
    const answer = await getCoupon(tx, id)
    const after = toAudit(answer, input)
    return { action: 'create coupon', subject: `coupon ${id}`, before: null, after, answer }
  })

export const editCoupon: Handle['editCoupon'] = (ctx, { id, ...input }, caller, visit) =>
  changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    const coupon = await holdCoupon(tx, id)
    await rows.updateCoupon(tx, id, toChange(input), now)
    await changeLists(tx, id, input, coupon)
    const answer = await getCoupon(tx, id)
    const [before, after] = [toAudit(coupon, input), toAudit(answer, input)]
    return { action: 'edit coupon', subject: `coupon ${id}`, before, after, answer }
  })

export const deleteCoupon: Handle['deleteCoupon'] = (ctx, { id }, caller, visit) =>
  changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    const before = toAudit(await holdCoupon(tx, id))
    await rows.buryCoupon(tx, id, now)
    return {
      action: 'delete coupon',
      subject: `coupon ${id}`,
      before,
      after: null,
      answer: null,
    }
  })

/** Held until the end: an order that wants a use waits, and then sees what has changed. */
async function holdCoupon(tx: Tx, id: string): Promise<CouponWithUsers> {
  await rows.lockCoupon(tx, id)
  return getCoupon(tx, id)
}

const toFields = ({
  couponCode,
  discount,
  minPrice = 0,
  expiresOn = null,
  status = true,
  maxNumberOfUsage = 0,
  isGlobal = false,
}: Input<typeof contract.createCoupon>) => ({
  code: couponCode,
  discount,
  priceMin: minPrice,
  expiresAt: toMoment(expiresOn),
  isActive: status,
  useMax: maxNumberOfUsage || null,
  isGlobal,
})

const toChange = (sent: Sent): rows.CouponChange => ({
  code: sent.couponCode,
  discount: sent.discount,
  priceMin: sent.minPrice,
  expiresAt: sent.expiresOn === undefined ? undefined : toMoment(sent.expiresOn),
  isActive: sent.status,
  useMax: sent.maxNumberOfUsage === undefined ? undefined : sent.maxNumberOfUsage || null,
  isGlobal: sent.isGlobal,
})

function toMoment(expiresOn: string | null): Date | null {
  if (!expiresOn) return null
  return expiresOn.includes('T') ? new Date(expiresOn) : dayEnd(expiresOn)
}

/** Lists may be long: only those that are sent are written down whole. */
function toAudit(coupon: CouponWithUsers, sent: SentLists = {}) {
  const { _id, createdAt: _created, updatedAt: _updated, users: _users, ...rest } = coupon
  const { whiteListedUserId, blackListedUserId, ...fields } = rest
  return {
    ...fields,
    ...(sent.whiteListedUserId ? { whiteListedUserId } : {}),
    ...(sent.blackListedUserId ? { blackListedUserId } : {}),
  }
}
