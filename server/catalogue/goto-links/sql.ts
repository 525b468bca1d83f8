import type { Sql, Tx } from '#server/platform/db/db.ts'
import { byDate, containing } from '#server/platform/db/lists.ts'

const LIMIT = 10

export type GotoLinkRow = { id: string; slug: string; url: string; clicks: number; createdAt: Date }

const columns = (sql: Sql | Tx) => sql`id, slug, url, clicks, created_at`

type List = { page?: number; limit?: number; search?: string; sort?: string }

/** Returns all links unless a page or a limit is given. */
export function selectGotoLinks(sql: Sql, { page, limit, search = '', sort }: List) {
  const size = limit ?? (page === undefined ? null : LIMIT)
  return sql<GotoLinkRow[]>`
    select ${columns(sql)} from goto_link
    where ${search ? sql`'/go/' || slug || ' ' || url ilike ${containing(search)}` : sql`true`}
    order by created_at ${byDate(sql, sort)}, id ${byDate(sql, sort)}
    limit ${size} offset ${((page ?? 1) - 1) * (size ?? 0)}`
}

type NewGotoLink = { id: string; slug: string; url: string }

export async function insertGotoLink(tx: Tx, link: NewGotoLink, now: Date): Promise<GotoLinkRow> {
  const [row] = await tx<[GotoLinkRow]>`
    insert into goto_link ${tx.values({ ...link, createdAt: now, updatedAt: now })}
    returning ${columns(tx)}`
  return row
}

export async function lockGotoLink(tx: Tx, id: string): Promise<GotoLinkRow | null> {
  const [row] = await tx<GotoLinkRow[]>`
    select ${columns(tx)} from goto_link where id = ${id} for update`
  return row ?? null
}

type Change = { slug?: string | undefined; url?: string | undefined }

export async function updateGotoLink(
  tx: Tx,
  id: string,
  change: Change,
  now: Date,
): Promise<GotoLinkRow> {
  const [row] = await tx<[GotoLinkRow]>`
    update goto_link set ${tx.set({ ...change, updatedAt: now })} where id = ${id}
    returning ${columns(tx)}`
  return row
}

export const deleteGotoLink = (tx: Tx, id: string) => tx`delete from goto_link where id = ${id}`

export type Target = Pick<GotoLinkRow, 'id' | 'url'>

export const selectTargets = (sql: Sql) => sql<(Target & { slug: string })[]>`
  select id, slug, url from goto_link`

/** Locks the links by id, so that nodes writing at once cannot deadlock. */
export const addClicks = (sql: Sql, counted: [id: string, count: number][]) => sql`
  with counted as (
    select * from unnest(
      ${counted.map(([id]) => id)}::uuid[], ${counted.map(([, count]) => count)}::bigint[]
    ) as counted (id, count)
  ), locked as (
    select id from goto_link where id in (select id from counted) order by id for update
  )
  update goto_link set clicks = clicks + counted.count
  from counted join locked using (id) where goto_link.id = counted.id`
