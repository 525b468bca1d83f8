import { keptSince } from '#contract/core/retention.ts'
import type { Gift } from '#contract/orders/gifts.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import * as rows from './gift-sql.ts'

/** Replaces the gift of an unpaid order that is continued. The caller has locked the order. */
export async function replaceGift(tx: Tx, orderId: string, gift: Gift | undefined): Promise<void> {
  if (gift) await rows.upsertGift(tx, orderId, gift)
  else await rows.deleteGift(tx, orderId)
}

export async function findGift(sql: Sql | Tx, orderId: string): Promise<Gift | null> {
  const gift = await rows.selectGift(sql, orderId)
  return gift && { email: gift.email, message: gift.message }
}

export async function eraseGifts(
  { sql }: Pick<Context, 'sql'>,
  { userId }: JobPayload<'account-deleted'>,
): Promise<void> {
  await rows.deleteGiftsOf(sql, userId)
}

export async function forgetGifts({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  await rows.deleteOldGifts(sql, keptSince('gift', now()))
}
