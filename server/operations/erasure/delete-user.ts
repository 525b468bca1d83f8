import type * as contract from '#contract/accounts/auth.ts'
import { worksHere } from '#contract/accounts/rights.ts'
import { closeAccount } from '#server/accounts/auth/account.ts'
import { listOwnIds } from '#server/accounts/guests/guests.ts'
import { lockOwner, lockUser, type UserRow } from '#server/accounts/users/users.ts'
import { lockBalances } from '#server/money/ledger/ledger.ts'
import { hasMoneyComing } from '#server/money/wallet/top-up.ts'
import { hasOpenOrder } from '#server/orders/end/end-order.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { requireOwner } from '#server/platform/http/limits/admit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { beginErasure } from './erase-traces.ts'

/** Deletes an account with nothing open and no money in it. Jobs erase what other modules keep of it. */
export const deleteUser: Handler<typeof contract.deleteUser> = (ctx, _input, caller) =>
  ctx.sql.begin(async (tx) => {
    const user = await lockOwner(tx, caller)
    if (worksHere(user)) throw new Refusal('ADMIN_STAYS')
    const users = [user, ...(await lockClaimed(tx, caller.id))]
    for (const { id } of users) await refuseUnfinished(ctx, tx, id)
    requireOwner(ctx, caller)
    const { email: to, fullName } = user
    await enqueue(tx, 'send-notice', { notice: 'account-deleted', to, fullName })
    for (const one of users) await closeUser(ctx, tx, one)
    return null
  })

/** Locks the guests whom an account has claimed. They are deleted with it. */
async function lockClaimed(tx: Tx, accountId: string): Promise<UserRow[]> {
  const [, ...guestIds] = await listOwnIds(tx, accountId)
  const guests: UserRow[] = []
  for (const id of guestIds) guests.push((await lockUser(tx, id))!)
  return guests
}

async function refuseUnfinished(ctx: Pick<Context, 'now'>, tx: Tx, userId: string): Promise<void> {
  if (await hasOpenOrder(tx, userId)) throw new Refusal('ORDER_OPEN')
  if (await hasMoneyComing(tx, userId, ctx.now())) throw new Refusal('PAYMENT_OPEN')
  const balances = Object.values(await lockBalances(tx, userId))
  if (balances.some((balance) => balance > 0)) throw new Refusal('WALLET_NOT_EMPTY')
  if (balances.some((balance) => balance < 0)) throw new Refusal('WALLET_OWES')
}

/** Ends an account and begins to erase what other modules keep of it. */
export async function closeUser(
  ctx: Pick<Context, 'keys' | 'now'>,
  tx: Tx,
  user: UserRow,
): Promise<void> {
  const { id: userId, email, phone, fullName } = user
  await enqueue(tx, 'account-deleted', { userId })
  await beginErasure(ctx, tx, { userId, email, phone, fullName })
  await closeAccount(tx, user, ctx.now())
}
