import type { Sql, Tx } from '#server/platform/db/db.ts'
import { containing, onPage, type ListPage } from '#server/platform/db/lists.ts'

export type BannerRow = {
  id: string
  slug: string
  imageId: string
  title: string
  summary: string
  description: string
  shownDate: string // 2026-01-31
  publisher: string
  link: string
  isShown: boolean
  key: string
  width: number
  height: number
  color: string
}

const columns = (sql: Sql | Tx) => sql`
  banner.id, slug, image_id, title, summary, description, shown_date::text, publisher, link, is_shown,
  image.key, image.width, image.height, image.color`

export const selectShownBanners = (sql: Sql) => sql<BannerRow[]>`
  select ${columns(sql)} from banner join image on image.id = image_id
  where is_shown order by shown_date desc, banner.id desc`

export async function selectShownBanner(sql: Sql, slug: string): Promise<BannerRow | null> {
  const [row] = await sql<BannerRow[]>`
    select ${columns(sql)} from banner join image on image.id = image_id
    where slug = ${slug} and is_shown`
  return row ?? null
}

export async function selectBanner(sql: Sql | Tx, id: string): Promise<BannerRow | null> {
  const [row] = await sql<BannerRow[]>`
    select ${columns(sql)} from banner join image on image.id = image_id where banner.id = ${id}`
  return row ?? null
}

export async function lockBanner(tx: Tx, id: string): Promise<BannerRow | null> {
  await tx`select from banner where id = ${id} for update`
  return selectBanner(tx, id)
}

export type BannerList = ListPage & { search: string }

const matches = (sql: Sql, { search }: Pick<BannerList, 'search'>) =>
  search ? sql`title ilike ${containing(search)}` : sql`true`

const SORTS = { bannerTitle: 'title', bannerDate: 'shown_date', createdAt: 'created_at' } as const

export const selectBanners = (sql: Sql, list: BannerList) => sql<BannerRow[]>`
  select ${columns(sql)} from banner join image on image.id = image_id
  where ${matches(sql, list)} ${onPage(sql, 'banner', list, SORTS)}`

export async function countBanners(sql: Sql, list: BannerList): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from banner where ${matches(sql, list)}`
  return row.count
}

export async function selectSlugs(tx: Tx, start: string): Promise<string[]> {
  const rows = await tx<{ slug: string }[]>`
    select slug from banner where slug = ${start} or slug like ${`${start}-%`}`
  return rows.map(({ slug }) => slug)
}

type Fields = Omit<BannerRow, 'id' | 'key' | 'width' | 'height' | 'color'>

/** False if the slug is taken. */
export async function insertBanner(
  tx: Tx,
  banner: Fields & { id: string },
  now: Date,
): Promise<boolean> {
  const { count } = await tx`
    insert into banner ${tx.values({ ...banner, createdAt: now, updatedAt: now })}
    on conflict (slug) do nothing`
  return count > 0
}

export type BannerChange = { [Name in keyof Fields]?: Fields[Name] | undefined }

export const updateBanner = (tx: Tx, id: string, change: BannerChange, now: Date) => tx`
  update banner set ${tx.set({ ...change, updatedAt: now })} where id = ${id}`

export const deleteBannerRow = (tx: Tx, id: string) => tx`delete from banner where id = ${id}`
