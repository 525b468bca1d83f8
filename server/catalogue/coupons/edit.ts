import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/catalogue/coupons.ts'
import type { CouponWithUsers } from '#contract/catalogue/coupons.ts'
import { Role, type Input } from '#contract/core/endpoint.ts'
import { dayEnd, dayOf } from '#contract/core/period.ts'
import { changeQuietly } from '#server/platform/audit/change-content.ts'
import { refuseStale } from '#server/platform/audit/refuse-stale.ts'
import type { Caller } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { getCoupon } from './coupons.ts'
import { changeLists, type SentLists } from './lists.ts'
import * as rows from './sql.ts'

type Version = NonNullable<Input<typeof contract.editCoupon>['was']>
type Sent = Omit<Input<typeof contract.editCoupon>, 'id' | 'was'>

export const createCoupon: Handler<typeof contract.createCoupon> = (ctx, input, caller, visit) =>
  changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    const id = randomUUIDv7()
    await rows.insertCoupon(tx, { id, ...toFields(input) }, now)
    await changeLists(tx, id, input, await getCoupon(tx, id, caller))
    const answer = await getCoupon(tx, id, caller)
    const after = toAudit(answer, input)
    return { action: 'create coupon', subject: `coupon ${id}`, before: null, after, answer }
  })

export const editCoupon: Handler<typeof contract.editCoupon> = (
  ctx,
  { id, was, ...input },
  caller,
  visit,
) =>
  changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    const coupon = await holdCoupon(tx, id, caller)
    const subject = `coupon ${id}`
    const seen = was && { was: toSeen(was), is: toSeen(toVersion(coupon, was)) }
    if (seen) await refuseStale(tx, { subject, ...seen, caller, now })
    await rows.updateCoupon(tx, id, toChange(input), now)
    await changeLists(tx, id, input, coupon)
    const answer = await getCoupon(tx, id, caller)
    const [before, after] = [toAudit(coupon, input), toAudit(answer, input)]
    return { action: 'edit coupon', subject, before, after, answer }
  })

export const deleteCoupon: Handler<typeof contract.deleteCoupon> = (ctx, { id }, caller, visit) =>
  changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    const before = toAudit(await holdCoupon(tx, id, caller))
    await rows.buryCoupon(tx, id, now)
    return {
      action: 'delete coupon',
      subject: `coupon ${id}`,
      before,
      after: null,
      answer: null,
    }
  })

/** Locks the coupon until the end. An order that uses it waits, and then sees the change. */
async function holdCoupon(tx: Tx, id: string, caller: Caller): Promise<CouponWithUsers> {
  await rows.lockCoupon(tx, id)
  return getCoupon(tx, id, caller)
}

const toFields = ({
  couponCode,
  discount,
  minPrice = 0,
  expiresOn = null,
  status = true,
  maxNumberOfUsage = 0,
  maxNumberOfUsagePerUser = 0,
  isFirstOrderOnly = false,
  allowedRoles = ['user'],
  minMargin = null,
  isGlobal = false,
}: Input<typeof contract.createCoupon>) => ({
  code: couponCode,
  discount,
  priceMin: minPrice,
  expiresAt: toMoment(expiresOn),
  isActive: status,
  useMax: maxNumberOfUsage || null,
  useMaxEach: maxNumberOfUsagePerUser || null,
  isFirstOrderOnly,
  roles: inOrder(allowedRoles),
  marginMin: minMargin,
  isGlobal,
})

const toChange = (sent: Sent): rows.CouponChange => ({
  code: sent.couponCode,
  discount: sent.discount,
  priceMin: sent.minPrice,
  expiresAt: sent.expiresOn === undefined ? undefined : toMoment(sent.expiresOn),
  isActive: sent.status,
  useMax: toMax(sent.maxNumberOfUsage),
  useMaxEach: toMax(sent.maxNumberOfUsagePerUser),
  isFirstOrderOnly: sent.isFirstOrderOnly,
  roles: sent.allowedRoles && inOrder(sent.allowedRoles),
  marginMin: sent.minMargin,
  isGlobal: sent.isGlobal,
})

type Uses = Sent['maxNumberOfUsage']

const toMax = (uses: Uses) => (uses === undefined ? undefined : uses || null)

/** Sorts the roles, so that equal lists compare as equal. */
const inOrder = (roles: Role[]): Role[] => Role.options.filter((role) => roles.includes(role))

function toMoment(expiresOn: string | null): Date | null {
  if (!expiresOn) return null
  return expiresOn.includes('T') ? new Date(expiresOn) : dayEnd(expiresOn)
}

/** Converts the coupon to the form's format. The expiry becomes a shop day, unless the form had a timestamp. */
const toVersion = (coupon: CouponWithUsers, { expiresOn }: Version): Version => {
  const { expiresOn: moment } = coupon
  const isDay = !expiresOn?.includes('T')
  return { ...coupon, expiresOn: moment && isDay ? dayOf(new Date(moment)) : moment }
}

/** Normalizes the form, so that equal values compare as equal. The order of the lists doesn't matter. */
const toSeen = (seen: Version) => ({
  couponCode: seen.couponCode,
  discount: seen.discount,
  minPrice: seen.minPrice,
  status: seen.status,
  isGlobal: seen.isGlobal,
  expiresOn: seen.expiresOn === undefined ? undefined : seen.expiresOn || null,
  maxNumberOfUsage: toUses(seen.maxNumberOfUsage),
  maxNumberOfUsagePerUser: toUses(seen.maxNumberOfUsagePerUser),
  isFirstOrderOnly: seen.isFirstOrderOnly,
  allowedRoles: seen.allowedRoles?.toSorted(),
  minMargin: seen.minMargin,
  whiteListedUserId: seen.whiteListedUserId?.toSorted(),
  blackListedUserId: seen.blackListedUserId?.toSorted(),
  allowedGameId: seen.allowedGameId?.toSorted(),
})

const toUses = (uses: Uses) => (uses === undefined ? undefined : uses || 0)

/** Customer lists may be long, so the audit log contains only those that were sent. */
function toAudit(coupon: CouponWithUsers, sent: SentLists = {}) {
  const { _id, createdAt: _created, updatedAt: _updated, users: _users, ...rest } = coupon
  const { whiteListedUserId, blackListedUserId, ...fields } = rest
  return {
    ...fields,
    ...(sent.whiteListedUserId ? { whiteListedUserId } : {}),
    ...(sent.blackListedUserId ? { blackListedUserId } : {}),
  }
}
