import type { Sql, Tx } from '#server/db/db.ts'
import { byDate, containing } from '#server/db/lists.ts'

const LIMIT = 10

export type GotoLinkRow = { id: string; slug: string; url: string; clicks: number; createdAt: Date }

const columns = (sql: Sql | Tx) => sql`id, slug, url, clicks, created_at`

type List = { page?: number; limit?: number; search?: string; sort?: string }

/** All of them, unless a page is asked for. */
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

/** Counts a click and says where it leads. */
export async function updateClicks(sql: Sql, slug: string): Promise<string | null> {
  const [row] = await sql<{ url: string }[]>`
    update goto_link set clicks = clicks + 1 where slug = ${slug} returning url`
  return row?.url ?? null
}
