import { randomUUIDv7 } from 'node:crypto'
import type { User } from '#contract/accounts/users.ts'
import type { Context } from '#server/context.ts'
import { violates, type Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { seesColleagues, type Reader } from './colleagues.ts'
import { isReserved } from './address-undo-sql.ts'
import * as rows from './sql.ts'

export {
  eraseUser,
  findUser,
  findCredentials,
  findUserByEmail,
  findUserByGoogle,
  findUserByVerifiedPhone,
  isKnownOwner,
  isPhoneProvenSince,
  lockUser,
  lockUserByEmail,
} from './sql.ts'
export type { Acquaintance, UserRow } from './sql.ts'

type Newcomer = Omit<rows.NewUser, 'id'>

/** Creates an account. The email must be free, and so must the phone if another account has verified it. */
export async function createUser(tx: Tx, newcomer: Newcomer, now: Date): Promise<string> {
  const id = randomUUIDv7()
  if (newcomer.phone && (await rows.findUserByVerifiedPhone(tx, newcomer.phone)))
    throw new Refusal('EMAIL_TAKEN', { field: 'phone' }) // the specification has one message for both
  try {
    await rows.insertUser(tx, { id, ...newcomer }, now)
  } catch (error) {
    throw toRefusal(error)
  }
  await refuseReserved(tx, { id, email: newcomer.email, now })
  return id
}

/** Checks after the write: by then a concurrent change of the same email has committed. */
async function refuseReserved(tx: Tx, claim: { id: string; email: string; now: Date }) {
  if (await isReserved(tx, claim)) throw new Refusal('EMAIL_TAKEN', { field: 'email' })
}

/** Locks the caller's own row. Refuses the call if the session ended while it waited for the lock. */
export async function lockOwner(
  tx: Tx,
  caller: { id: string; sessionId: string },
): Promise<rows.UserRow> {
  const user = await rows.lockUser(tx, caller.id)
  if (!user) throw new Refusal('NO_SUCH_USER')
  if (!(await rows.isSignedIn(tx, caller))) throw new Refusal('NOT_SIGNED_IN')
  return user
}

export async function changeUser(
  tx: Tx,
  id: string,
  change: rows.UserChange,
  now: Date,
): Promise<rows.UserRow> {
  const user = await rows.updateUser(tx, id, change, now).catch((error: unknown) => {
    throw toRefusal(error)
  })
  if (!user) throw new Refusal('NO_SUCH_USER')
  if (change.email !== undefined) await refuseReserved(tx, { id, email: change.email, now })
  return user
}

const FOUND_MAX = 10_000

/**
 * Finds people by part of a field. Refuses a search that matches thousands, because it would read them all. Staff find
 * only customers: otherwise they could guess a colleague's email letter by letter.
 */
export async function findUserIds(
  { sql }: Pick<Context, 'sql'>,
  search: Pick<rows.UserList, 'search' | 'searchIndex'>,
  reader: Reader,
) {
  const found = { max: FOUND_MAX + 1, isOfCustomers: !seesColleagues(reader) }
  const ids = await rows.selectUserIds(sql, search, found)
  if (ids.length > FOUND_MAX) throw new Refusal('SEARCH_TOO_WIDE', { field: 'search' })
  return ids
}

export const findUserIdsByEmail = (ctx: Pick<Context, 'sql'>, search: string, reader: Reader) =>
  findUserIds(ctx, { search, searchIndex: 'email' }, reader)

export async function getUserById({ sql }: Pick<Context, 'sql'>, id: string) {
  const user = await rows.findUser(sql, id)
  if (!user) throw new Refusal('NO_SUCH_USER')
  return user
}

function toRefusal(error: unknown): unknown {
  // Two first sign-ins with Google at once meet in both indexes, and PostgreSQL names one of them.
  if (violates(error, 'users_email') || violates(error, 'users_google_subject'))
    return new Refusal('EMAIL_TAKEN', { field: 'email', cause: error })
  if (violates(error, 'users_verified_phone'))
    return new Refusal('PHONE_TAKEN', { field: 'phone', cause: error })
  return error
}

export const toUser = ({
  id,
  phone,
  usdBalance,
  createdAt,
  updatedAt,
  ...rest
}: rows.UserRow): User => ({
  _id: id,
  ...rest,
  USDbalance: usdBalance,
  phone: phone ?? '',
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
