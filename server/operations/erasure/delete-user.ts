import type * as contract from '#contract/accounts/auth.ts'
import { worksHere } from '#contract/accounts/rights.ts'
import { closeAccount } from '#server/accounts/auth/account.ts'
import { lockOwner } from '#server/accounts/users/users.ts'
import { lockBalances } from '#server/money/ledger/ledger.ts'
import { hasMoneyComing } from '#server/money/wallet/top-up.ts'
import { hasOpenOrder } from '#server/orders/end/end-order.ts'
import { requireOwner } from '#server/platform/http/limits/admit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { beginErasure } from './erase-traces.ts'

/** Deletes an account with nothing open and no money in it. Jobs erase what other modules keep of it. */
export const deleteUser: Handler<typeof contract.deleteUser> = (ctx, _input, caller) =>
  ctx.sql.begin(async (tx) => {
    const user = await lockOwner(tx, caller)
    if (worksHere(user)) throw new Refusal('ADMIN_STAYS')
    if (await hasOpenOrder(tx, caller.id)) throw new Refusal('ORDER_OPEN')
    if (await hasMoneyComing(tx, caller.id, ctx.now())) throw new Refusal('PAYMENT_OPEN')
    const balances = Object.values(await lockBalances(tx, caller.id))
    if (balances.some((balance) => balance > 0)) throw new Refusal('WALLET_NOT_EMPTY')
    if (balances.some((balance) => balance < 0)) throw new Refusal('WALLET_OWES')
    requireOwner(ctx, caller)
    const { email, phone, fullName } = user
    await enqueue(tx, 'send-notice', { notice: 'account-deleted', to: email, fullName })
    await enqueue(tx, 'account-deleted', { userId: caller.id })
    await beginErasure(ctx, tx, { userId: caller.id, email, phone, fullName })
    await closeAccount(tx, user, ctx.now())
    return null
  })
