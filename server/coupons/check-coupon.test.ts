import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCoupon } from '#server/testing/coupons.ts'
import { signUpAdmin } from '#server/testing/people.ts'
import { openShop } from '#server/testing/shop.ts'
import { checkCoupon } from './check-coupon.ts'

test('of codes that come along with orders thirty wrong ones are looked at an hour, and right ones without end', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const { _id: id, couponCode, updatedAt } = await makeCoupon(admin)
  const ctx = {
    sql: shop.sql,
    now: () => new Date(),
    config: { limits: { couponTriesPerHour: 30 } },
  }
  const wish = { userId: admin.id, gameId: crypto.randomUUID(), price: 100_00 }
  const check = (code: string) => checkCoupon(ctx, { ...wish, code })
  for (let turn = 0; turn < 40; turn++)
    assert.deepEqual(await check(couponCode), {
      id,
      code: couponCode,
      discount: 50_00,
      updatedAt: new Date(updatedAt),
    })
  const guesses = Array.from({ length: 100 }, (_, number) => check(`GUESS-${number}`))
  const codes = (await Promise.allSettled(guesses)).map(
    (one) => one.status === 'rejected' && (one.reason as { code: string }).code,
  )
  const count = (code: string) => codes.filter((one) => one === code).length
  assert.deepEqual([count('NO_SUCH_COUPON'), count('TOO_MANY_COUPON_TRIES')], [30, 70])
  await assert.rejects(check(couponCode), { code: 'TOO_MANY_COUPON_TRIES' })
  await checkCoupon(ctx, { ...wish, userId: crypto.randomUUID(), code: couponCode })
})
