import type { Sql, Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import {
  createUser,
  findUser,
  lockUserByEmail,
  type UserRow,
} from '#server/accounts/users/users.ts'
import {
  claimGuests,
  claimPhoneGuests,
  isClaimed,
  isClaimedBy,
  selectClaimed,
  selectGuest,
} from './guest-sql.ts'

// A guest is a row of its own for each purchase without an account, because its email or phone is unproven: a stranger
// may have entered it. Proving it joins all guests with it to one account. Their orders and books stay as they are; the
// account reads them, and a job moves their money.

export const GUEST_NAME = 'Guest'

type Account = Pick<UserRow, 'id' | 'email' | 'isEmailVerified' | 'isGuest'>

/** Gives an account what guests with its proven email or phone have bought. The caller has locked the account. */
export async function adoptGuests(
  tx: Tx,
  { id: accountId, email, isEmailVerified, isGuest }: Account,
  now: Date,
): Promise<void> {
  if (isGuest) return
  const byEmail = isEmailVerified ? await claimGuests(tx, { accountId, email, now }) : []
  const byPhone = await claimPhoneGuests(tx, { accountId, now })
  for (const guestId of [...byEmail, ...byPhone]) await enqueue(tx, 'move-guest-money', { guestId })
}

/** Passes on money that has just reached a wallet, if it is the wallet of a claimed guest. */
export async function passOnMoney(tx: Tx, userId: string): Promise<void> {
  if (await isClaimed(tx, userId)) await enqueue(tx, 'move-guest-money', { guestId: userId })
}

/** Locks the account of a mailbox whose owner has just proven it. Guests without an account get one. */
export async function lockMailboxOwner(tx: Tx, email: string, now: Date): Promise<UserRow | null> {
  const known = await lockUserByEmail(tx, email)
  if (known || !(await selectGuest(tx, email))) return known
  const proven = { fullName: GUEST_NAME, email, phone: null, isEmailVerified: true, newsOffAt: now }
  await createUser(tx, { ...proven, passwordHash: null, googleSubject: null }, now)
  return lockUserByEmail(tx, email)
}

export async function findGuest(sql: Sql, email: string): Promise<UserRow | null> {
  const id = await selectGuest(sql, email)
  return id === null ? null : findUser(sql, id)
}

/** True for a person's own things and for those of guests whom they have claimed. */
export const isOwner = async (
  sql: Sql | Tx,
  { callerId, ownerId }: { callerId: string; ownerId: string },
): Promise<boolean> =>
  callerId === ownerId || isClaimedBy(sql, { guestId: ownerId, accountId: callerId })

/** Ids under which a person's orders are stored: their own, then those of guests whom they have claimed. */
export const listOwnIds = async (sql: Sql | Tx, callerId: string): Promise<string[]> => [
  callerId,
  ...(await selectClaimed(sql, callerId)).map(({ id }) => id),
]
