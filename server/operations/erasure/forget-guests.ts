import { keptSince } from '#contract/core/retention.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import type { Context } from '#server/context.ts'
import { closeUser } from './delete-user.ts'
import { isIdleGuest, selectIdleGuests } from './sql.ts'

const AT_ONCE = 100

/**
 * Deletes guests who entered an email or a phone, bought nothing and stayed away. Runs before their sessions are deleted,
 * because those tell how long they have been away.
 */
export async function forgetGuests(ctx: Context): Promise<void> {
  for (;;) {
    const ids = await selectIdleGuests(ctx.sql, keptSince('guest', ctx.now()), AT_ONCE)
    for (const id of ids)
      await ctx.sql.begin(async (tx) => {
        const guest = await lockUser(tx, id)
        if (guest && (await isIdleGuest(tx, id))) await closeUser(ctx, tx, guest)
      })
    if (ids.length < AT_ONCE) return
  }
}
