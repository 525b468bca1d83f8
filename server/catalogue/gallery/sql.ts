import type { Sql, Tx } from '#server/platform/db/db.ts'
import { containing, onPage, type ListPage } from '#server/platform/db/lists.ts'

export type PictureRow = {
  id: string
  name: string
  imageId: string
  key: string
  width: number
  height: number
  color: string
}

const columns = (sql: Sql | Tx) => sql`
  picture.id, picture.name, picture.image_id, image.key, image.width, image.height, image.color`

export async function selectPicture(sql: Sql | Tx, id: string): Promise<PictureRow | null> {
  const [row] = await sql<PictureRow[]>`
    select ${columns(sql)} from picture join image on image.id = image_id where picture.id = ${id}`
  return row ?? null
}

export async function lockPicture(tx: Tx, id: string): Promise<PictureRow | null> {
  await tx`select from picture where id = ${id} for no key update`
  return selectPicture(tx, id)
}

export type PictureList = ListPage & { search: string }

const matches = (sql: Sql, { search }: Pick<PictureList, 'search'>) =>
  search ? sql`picture.name ilike ${containing(search)}` : sql`true`

const SORTS = { imageName: 'name', createdAt: 'created_at' } as const

export const selectPictures = (sql: Sql, list: PictureList) => sql<PictureRow[]>`
  select ${columns(sql)} from picture join image on image.id = image_id
  where ${matches(sql, list)} ${onPage(sql, 'picture', list, SORTS)}`

export async function countPictures(sql: Sql, list: PictureList): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from picture where ${matches(sql, list)}`
  return row.count
}

export const selectAllPictures = (sql: Sql) => sql<PictureRow[]>`
  select ${columns(sql)} from picture join image on image.id = image_id
  order by picture.name, picture.id`

type NewPicture = { id: string; name: string; imageId: string }

export const insertPicture = (tx: Tx, picture: NewPicture, now: Date) => tx`
  insert into picture ${tx.values({ ...picture, createdAt: now, updatedAt: now })}`

type PictureChange = { name?: string | undefined; imageId?: string | undefined }

export const updatePicture = (tx: Tx, id: string, change: PictureChange, now: Date) => tx`
  update picture set ${tx.set({ ...change, updatedAt: now })} where id = ${id}`

export const deletePictureRow = (tx: Tx, id: string) => tx`delete from picture where id = ${id}`
