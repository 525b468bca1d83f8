import type { Audience } from '#contract/backoffice/announcements.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

// A report: reads the tables of users, orders and the ledger, and writes none of them.

const DAY_MS = 24 * 60 * 60 * 1000

/** An audience as of the moment it was chosen. Later sign-ups don't belong to it. */
export type AudienceQuery = { audience: Audience; at: Date }

/** Users who can get mail, whether or not they want news. */
const reachable = (sql: Sql | Tx, { at }: AudienceQuery) => sql`
  is_email_verified and not is_blocked and deleted_at is null and users.created_at <= ${at}`

/**
 * SQL condition on users that selects the audience. When it counts all users, the database reads the underlying tables
 * only once.
 */
function isMeant(sql: Sql | Tx, { audience, at }: AudienceQuery) {
  const daysAgo = (days: number) => new Date(at.getTime() - days * DAY_MS)
  switch (audience.group) {
    case 'everybody':
      return sql`true`
    case 'role':
      return sql`role = ${audience.role}`
    case 'bought':
      return sql`exists (
        select from orders where user_id = users.id and paid_at is not null
          and orders.created_at >= ${daysAgo(audience.days)})`
    case 'not bought':
      return sql`users.created_at < ${daysAgo(audience.days)} and not exists (
        select from orders where user_id = users.id and paid_at is not null
          and orders.created_at >= ${daysAgo(audience.days)})`
    case 'game':
      return sql`exists (
        select from orders where user_id = users.id and paid_at is not null
          and game_id = ${audience.gameId})`
    case 'money':
      return sql`exists (
        select from account where user_id = users.id and (
          select balance from posting where account_id = account.id order by sequence desc limit 1
        ) > 0)`
    case 'people':
      return sql`users.id = any(${audience.userIds}::uuid[])`
  }
}

export type Counted = { reachedCount: number; unsubscribedCount: number }

export async function countMembers(sql: Sql, asked: AudienceQuery): Promise<Counted> {
  const [row] = await sql<[Counted]>`
    select count(*) filter (where news_off_at is null and age is distinct from 'minor') as reached_count,
      count(*) filter (where news_off_at is not null) as unsubscribed_count
    from users where ${reachable(sql, asked)} and ${isMeant(sql, asked)}`
  return row
}

type Window = { after: string | null; looked: number; max: number }

export type AudiencePage = { userIds: string[]; lookedTo: string | null }

/**
 * Finds the next members in id order, and how far it has looked. Each call looks at a limited number of users, so a
 * rare group among millions is found step by step.
 */
export async function selectMembers(
  sql: Sql | Tx,
  asked: AudienceQuery,
  { after, looked, max }: Window,
): Promise<AudiencePage> {
  const rows = await sql<{ id: string; isMember: boolean }[]>`
    with next as materialized (
      select * from users ${after ? sql`where id > ${after}` : sql``} order by id limit ${looked}
    ),
    member as (
      select users.id from next users
      where ${reachable(sql, asked)} and news_off_at is null and age is distinct from 'minor'
        and ${isMeant(sql, asked)}
      order by users.id limit ${max}
    )
    select id, true as is_member from member
    union all
    (select id, false from next order by id desc limit 1)
    order by is_member, id`
  const userIds = rows.filter(({ isMember }) => isMember).map(({ id }) => id)
  const last = rows.find(({ isMember }) => !isMember)?.id ?? null
  return { userIds, lookedTo: userIds.length === max ? userIds.at(-1)! : last }
}
