import type { Currency } from '#contract/core/money.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type GuestWallet = { guestId: string; accountId: string; currency: Currency }

/** Wallets with money of one guest, or of all guests, whom an account has claimed. */
export const selectGuestWallets = (sql: Sql, guestId: string | undefined, max: number) => sql<
  GuestWallet[]
>`
  select guest.id as guest_id, guest.claimed_by as account_id, wallet.currency
  from users guest
  join users owner on owner.id = guest.claimed_by and owner.deleted_at is null
  join account wallet on wallet.user_id = guest.id
  where guest.claimed_by is not null ${guestId === undefined ? sql`` : sql`and guest.id = ${guestId}`}
    and balance_of(guest.id, wallet.currency) > held_in(guest.id, wallet.currency)
  order by guest.id, wallet.currency limit ${max}`

type Movable = { amount: number; sequence: number }

/** Money that can leave a guest's wallet, and the number of the wallet's last posting. Lock the wallet before. */
export async function selectMovable(
  tx: Tx,
  { guestId, currency }: GuestWallet,
): Promise<Movable | null> {
  const [row] = await tx<Movable[]>`
    select posting.balance - held_in(${guestId}, ${currency}) as amount, posting.sequence
    from account join posting on posting.account_id = account.id
    where account.user_id = ${guestId} and account.currency = ${currency}
    order by posting.sequence desc limit 1`
  return row ?? null
}
