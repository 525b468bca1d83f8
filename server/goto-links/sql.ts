import type { Sql, Tx } from '#server/db/db.ts'

export type GotoLinkRow = { id: string; slug: string; url: string; clicks: number; createdAt: Date }

const columns = (sql: Sql | Tx) => sql`id, slug, url, clicks, created_at`

export const selectGotoLinks = (sql: Sql) => sql<GotoLinkRow[]>`
  select ${columns(sql)} from goto_link order by created_at desc, id desc`

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
