import { randomUUIDv7 } from 'node:crypto'
import { createCoupon, type CouponWithUsers } from '#contract/coupons.ts'
import type { Input } from '#contract/endpoint.ts'
import type { FullGame } from '#contract/games.ts'
import type { Member, Person } from './people.ts'
import type { TestShop } from './shop.ts'

let made = 0

/** A coupon of 50 rupees for everybody and everything; `fields` say what matters to the test. */
export async function makeCoupon(
  admin: Person,
  fields: Partial<Input<typeof createCoupon>> = {},
): Promise<CouponWithUsers> {
  const { status, data, message } = await admin.call(createCoupon, {
    couponCode: `COUPON-${++made}`,
    discount: 50_00,
    ...fields,
  })
  if (status !== 200) throw new Error(`${status}: ${message}`)
  return data
}

/** A player of somebody's, as if a source had confirmed it. */
export async function makePlayer(
  { sql }: Pick<TestShop, 'sql'>,
  { id: userId }: Pick<Member, 'id'>,
  { _id: gameId }: Pick<FullGame, '_id'>,
): Promise<string> {
  const id = randomUUIDv7()
  const now = new Date()
  await sql`
    insert into player ${sql.values({
      id,
      userId,
      gameId,
      playerId: '123456789',
      zoneId: '',
      name: 'Player-6789',
      itemSlug: '',
      createdAt: now,
      updatedAt: now,
    })}`
  return id
}
