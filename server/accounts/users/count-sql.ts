import type { Sql } from '#server/platform/db/db.ts'

export async function countUsers(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select coalesce(sum(count), 0)::bigint as count from user_count`
  return row.count
}

export async function countColleagues(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from users where role in ('staff', 'admin') and deleted_at is null`
  return row.count
}

/** Adds up the rows of the counter into one. Of two concurrent calls, one does it. */
export const foldCount = (sql: Sql) => sql`
  with taken as (
    delete from user_count where (select count(*) from user_count) > 1 returning count
  )
  insert into user_count select sum(count) from taken having count(*) > 0`
