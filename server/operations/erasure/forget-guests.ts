import { keptSince } from '#contract/core/retention.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import type { Context } from '#server/context.ts'
import { closeUser } from './delete-user.ts'
import { selectExpired, selectIdleGuests, type SessionCursor } from './sql.ts'

const AT_ONCE = 500

/**
 * Deletes guests who entered an email or a phone, bought nothing and stayed away. Runs before their sessions are deleted,
 * because those tell how long they have been away.
 */
export async function forgetGuests(ctx: Pick<Context, 'sql' | 'keys' | 'now'>): Promise<void> {
  const before = keptSince('guest', ctx.now())
  let after: SessionCursor | null = null
  do {
    const expired: (SessionCursor & { userId: string })[] = await selectExpired(ctx.sql, {
      before,
      after,
      max: AT_ONCE,
    })
    const userIds = expired.map(({ userId }) => userId)
    for (const id of await selectIdleGuests(ctx.sql, userIds)) await forget(ctx, id)
    after = expired.length < AT_ONCE ? null : expired.at(-1)!
  } while (after)
}

/** Looks again under the lock, because the guest may have been claimed meanwhile. */
const forget = (ctx: Pick<Context, 'sql' | 'keys' | 'now'>, id: string): Promise<void> =>
  ctx.sql.begin(async (tx) => {
    const guest = await lockUser(tx, id)
    const idle = await selectIdleGuests(tx, [id])
    if (guest && idle.length > 0) await closeUser(ctx, tx, guest)
  })
