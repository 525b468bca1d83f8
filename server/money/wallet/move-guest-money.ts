import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { lockBalances, moveMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import { selectGuestWallets, selectMovable, type GuestWallet } from './guest-money-sql.ts'

const AT_ONCE = 500

/**
 * Moves the money of guests to the accounts that proved their email. Refunds and late payments of a guest's order still
 * arrive in the guest's wallet, and each enqueues this job. An hourly run finds what came in another way, such as a gift.
 */
export async function moveGuestMoney(
  ctx: Pick<Context, 'sql' | 'now' | 'log'>,
  { guestId }: JobPayload<'move-guest-money'>,
): Promise<void> {
  for (const wallet of await selectGuestWallets(ctx.sql, guestId, AT_ONCE))
    await moveWallet(ctx, wallet)
}

/** The wallet's last posting names the movement, so that two runs at once move the money once. */
const moveWallet = (
  ctx: Pick<Context, 'sql' | 'now' | 'log'>,
  wallet: GuestWallet,
): Promise<void> =>
  ctx.sql.begin(async (tx) => {
    const { guestId, accountId, currency } = wallet
    // An account that is just being deleted must not receive money.
    if (!(await lockUser(tx, accountId))) return
    await lockUser(tx, guestId) // a dispute decides at the same moment whose wallet it is about
    const balances = await lockBalances(tx, guestId)
    // A guest who owes the shop in one currency keeps the money in the other.
    if (Object.values(balances).some((balance) => balance < 0)) return
    const movable = await selectMovable(tx, wallet)
    if (!movable || movable.amount <= 0) return
    await moveMoney(ctx, tx, {
      key: `claim:${guestId}:${currency}:${movable.sequence}`,
      kind: 'claim',
      lines: [
        { from: walletOf(guestId), to: walletOf(accountId), currency, amount: movable.amount },
      ],
      now: ctx.now(),
    })
  })
