import type { Coupon, CouponWithUsers } from '#contract/catalogue/coupons.ts'
import type * as contract from '#contract/catalogue/coupons.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hideContact, type Reader } from '#server/accounts/users/colleagues.ts'
import {
  countCoupons,
  selectCoupon,
  selectCoupons,
  selectListed,
  type CouponRow,
  type ListedRow,
} from './sql.ts'

export const listCoupons: Handler<typeof contract.listCoupons> = async ({ sql }, list) => {
  const [coupons, totalCoupons] = await Promise.all([
    selectCoupons(sql, list),
    countCoupons(sql, list),
  ])
  return { coupons: coupons.map(toCoupon), totalCoupons }
}

export const findCoupon: Handler<typeof contract.findCoupon> = ({ sql }, { id }, caller) =>
  sql.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`
    return getCoupon(tx, id, caller)
  })

export async function getCoupon(tx: Tx, id: string, reader: Reader): Promise<CouponWithUsers> {
  const row = await selectCoupon(tx, id)
  if (!row) throw new Refusal('NO_SUCH_COUPON')
  const listed = await selectListed(tx, id)
  return toCouponWithUsers(
    row,
    listed.map((one) => hideContact(one, reader)),
  )
}

const toCoupon = (row: CouponRow): Coupon => ({
  _id: row.id,
  couponCode: row.code,
  discount: row.discount,
  minPrice: row.priceMin,
  expiresOn: row.expiresAt?.toISOString() ?? null,
  status: row.isActive,
  numberOfUsage: row.useCount,
  maxNumberOfUsage: row.useMax ?? 0,
  maxNumberOfUsagePerUser: row.useMaxEach ?? 0,
  isFirstOrderOnly: row.isFirstOrderOnly,
  allowedRoles: row.roles,
  minMargin: row.marginMin,
  noOfWhiteListedUsers: row.allowedCount,
  noOfBlackListedUsers: row.bannedCount,
  allowedGameId: row.gameIds,
  isGlobal: row.isGlobal,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

function toCouponWithUsers(row: CouponRow, listed: ListedRow[]): CouponWithUsers {
  const idsOf = (isAllowed: boolean) =>
    listed.filter((one) => one.isAllowed === isAllowed).map(({ id }) => id)
  return {
    ...toCoupon(row),
    whiteListedUserId: idsOf(true),
    blackListedUserId: idsOf(false),
    users: listed.map(({ id, fullName, email }) => ({ _id: id, fullName, email: email ?? '' })),
  }
}
