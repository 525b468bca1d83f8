import type { Sql, Tx } from '#server/platform/db/db.ts'

export type ImageShape = { key: string; width: number; height: number; color: string }

export async function selectImage(sql: Sql | Tx, id: string): Promise<ImageShape> {
  const [row] = await sql<[ImageShape]>`
    select key, width, height, color from image where id = ${id}`
  return row
}
