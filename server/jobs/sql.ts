import type { Sql } from '#server/db/db.ts'

export const upsertNode = (sql: Sql, id: string) => sql`
  insert into node (id, beat_at) values (${id}, now())
  on conflict (id) do update set beat_at = now()`

export const deleteNode = (sql: Sql, id: string) => sql`delete from node where id = ${id}`

export const deleteNodes = (sql: Sql) => sql`delete from node`

/**
 * Gives back the jobs of nodes that have not been heard of for a while. The queue itself would wait
 * four hours. A job taken a moment ago may be of a node that has yet to say its name.
 */
export async function freeJobsOfDeadNodes(sql: Sql, silentSeconds: number): Promise<number> {
  const [row] = await sql<[{ freed: number }]>`
    with gone as (
      delete from node where beat_at < now() - make_interval(secs => ${silentSeconds})
    ),
    orphaned as (
      select distinct locked_by as worker from graphile_worker._private_jobs
      where locked_by is not null
        and locked_at < now() - make_interval(secs => ${silentSeconds})
        and not exists (
          select from node
          where node.id = locked_by
            and node.beat_at >= now() - make_interval(secs => ${silentSeconds})
        )
    )
    select count(graphile_worker.force_unlock_workers(array[worker]))::int as freed from orphaned`
  return row.freed
}
