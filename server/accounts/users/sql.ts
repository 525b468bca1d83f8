import type { Right, Role } from '#contract/core/endpoint.ts'
import type { ForeignCurrency } from '#contract/core/money.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { containing, type ListPage } from '#server/platform/db/lists.ts'
import { otherBalances } from '#server/platform/db/other-balances.ts'
import { matches, type UserSearch } from './match-sql.ts'

export type UserRow = {
  id: string
  fullName: string
  email: string
  phone: string | null
  role: Role
  rights: Right[]
  isEmailVerified: boolean
  isPhoneVerified: boolean
  isBlocked: boolean
  isGuest: boolean
  isNameHidden: boolean
  spendingLock: number | null // in paise
  balance: number // in paise
  usdBalance: number // in ten-thousandths of a dollar
  otherBalances: { currency: ForeignCurrency; balance: number }[]
  createdAt: Date
  updatedAt: Date
}

export type NewUser = {
  id: string
  fullName: string
  email: string
  phone: string | null
  passwordHash: string | null
  googleSubject: string | null
  isEmailVerified: boolean
  newsOffAt: Date | null // null sends newsletters
  isGuest?: boolean
}

const columns = (sql: Sql | Tx) => sql`
  id, full_name, email, phone, role, rights, is_email_verified, is_phone_verified, is_blocked, is_guest,
  is_name_hidden, spending_lock, balance_of(id, 'INR') as balance, balance_of(id, 'USD') as usd_balance,
  ${otherBalances(sql)} as other_balances, created_at, updated_at`

export async function insertUser(tx: Tx, user: NewUser, now: Date): Promise<void> {
  await tx`
    insert into users ${tx.values({ ...user, createdAt: now, updatedAt: now })}`
}

export async function findUser(sql: Sql | Tx, id: string): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    select ${columns(sql)} from users where id = ${id} and deleted_at is null`
  return row ?? null
}

export async function lockUser(tx: Tx, id: string): Promise<UserRow | null> {
  const [row] = await tx<UserRow[]>`
    select ${columns(tx)} from users where id = ${id} and deleted_at is null for update`
  return row ?? null
}

/** Includes deleted accounts. */
export async function selectRole(sql: Sql | Tx, id: string): Promise<Role | null> {
  const [row] = await sql<{ role: Role }[]>`select role from users where id = ${id}`
  return row?.role ?? null
}

/** True if the session is still valid. Call it after locking the user. */
export async function isSignedIn(
  tx: Tx,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<boolean> {
  const rows = await tx`
    select from session join users on users.id = user_id
    where session.id = ${sessionId} and user_id = ${id} and ended_at is null
      and not is_blocked and session.created_at >= signed_out_before`
  return rows.length > 0
}

export type Credentials = { id: string; passwordHash: string | null; isBlocked: boolean }

export async function findCredentials(sql: Sql | Tx, email: string): Promise<Credentials | null> {
  const [row] = await sql<Credentials[]>`
    select id, password_hash, is_blocked from users where email = ${email} and not is_guest`
  return row ?? null
}

export async function findUserByEmail(sql: Sql | Tx, email: string): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    select ${columns(sql)} from users where email = ${email} and not is_guest`
  return row ?? null
}

export async function lockUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const [row] = await tx<UserRow[]>`
    select ${columns(tx)} from users where email = ${email} and not is_guest for update`
  return row ?? null
}

export async function findUserByVerifiedPhone(
  sql: Sql | Tx,
  phone: string,
): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    select ${columns(sql)} from users where phone = ${phone} and is_phone_verified`
  return row ?? null
}

export async function isPhoneProvenSince(tx: Tx, id: string, since: Date): Promise<boolean> {
  const rows = await tx`select from users where id = ${id} and phone_proven_at >= ${since}`
  return rows.length > 0
}

export type Acquaintance = { id: string; since: Date }

/** True if one of these accounts has the email or the verified phone, and its credentials are unchanged since. */
export async function isKnownOwner(
  sql: Sql,
  known: Acquaintance[],
  { recipient, isProven }: { recipient: string; isProven: boolean },
): Promise<boolean> {
  const rows = await sql`
    select from unnest(${known.map(({ id }) => id)}::uuid[], ${known.map(({ since }) => since)}::timestamptz[])
      known (id, since)
    join users on users.id = known.id and credentials_changed_at <= since
    where (email = ${recipient} and not is_guest and (is_email_verified or not ${isProven}::boolean))
      or (phone = ${recipient} and is_phone_verified)`
  return rows.length > 0
}

export async function findUserByGoogle(sql: Sql | Tx, subject: string): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    select ${columns(sql)} from users where google_subject = ${subject}`
  return row ?? null
}

export type UserChange = Partial<{
  fullName: string
  email: string
  phone: string | null
  passwordHash: string | null
  googleSubject: string | null
  role: Role
  rights: Right[]
  isEmailVerified: boolean
  isPhoneVerified: boolean
  isBlocked: boolean
  isNameHidden: boolean
  spendingLock: number | null
  signedOutBefore: Date
  credentialsChangedAt: Date
  phoneProvenAt: Date
}>

export async function updateUser(
  tx: Tx,
  id: string,
  change: UserChange,
  now: Date,
): Promise<UserRow | null> {
  const [row] = await tx<UserRow[]>`
    update users set ${tx.set({ ...change, updatedAt: now })} where id = ${id} and deleted_at is null
    returning ${columns(tx)}`
  return row ?? null
}

/** Keeps the row, because the ledger refers to it, but erases the personal data. */
export const eraseUser = (tx: Tx, id: string, now: Date) => tx`
  update users
  set full_name = 'Deleted account', email = null, phone = null, password_hash = null,
      google_subject = null, spending_lock = null, age = null, is_email_verified = false, is_phone_verified = false,
      deleted_at = ${now}, updated_at = ${now}, signed_out_before = ${now}
  where id = ${id}`

export type UserList = ListPage & UserSearch

type SearchLimits = { max: number; isOfCustomers: boolean }

const ofCustomers = (sql: Sql, isSo: boolean) =>
  isSo ? sql`and role not in ('staff', 'admin')` : sql``

export async function selectUserIds(
  sql: Sql,
  search: UserSearch,
  { max, isOfCustomers }: SearchLimits,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from users where ${matches(sql, search)} ${ofCustomers(sql, isOfCustomers)} limit ${max}`
  return rows.map(({ id }) => id)
}

/** Each sort order has an index. */
const order = (sql: Sql, sort: string) => {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const column = {
    createdAt: sql`created_at`,
    updatedAt: sql`updated_at`,
    fullName: sql`lower(full_name) collate "C"`,
    email: sql`email collate "C"`,
  }[sort.replace('-', '') as 'createdAt' | 'updatedAt' | 'fullName' | 'email']
  return sql`order by ${column} ${direction}, id ${direction}`
}

/** Cuts the page from the index first, which keeps deep pages fast. Then reads rows and balances for that page only. */
export const selectUsers = (
  sql: Sql,
  { ids, isOfCustomers }: { ids: string[] | null; isOfCustomers: boolean },
  { sort, page, limit }: ListPage,
) => sql<UserRow[]>`
  with page as materialized (
    select id as found from users
    where deleted_at is null ${ids === null ? sql`` : sql`and id = any(${ids}::uuid[])`}
      ${ofCustomers(sql, isOfCustomers)}
    ${order(sql, sort)} limit ${limit} offset ${(page - 1) * limit}
  )
  select ${columns(sql)} from page join users on id = found ${order(sql, sort)}`

type Names = { search: string; limit: number; isOfCustomers: boolean }

export const selectUserNames = (sql: Sql, { search, limit, isOfCustomers }: Names) => {
  const pattern = containing(search)
  return sql<Pick<UserRow, 'id' | 'fullName' | 'email'>[]>`
    select id, full_name, email from users
    where deleted_at is null and not is_guest and (email ilike ${pattern} or full_name ilike ${pattern})
      ${ofCustomers(sql, isOfCustomers)}
    order by email limit ${limit}`
}
