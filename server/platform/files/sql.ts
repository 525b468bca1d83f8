import type { Sql, Tx } from '#server/platform/db/db.ts'

export type ImageRow = { id: string; key: string; width: number; height: number; color: string }

/** Lets one transaction at a time work on the files of a picture. */
export const lockKey = (tx: Tx, key: string) => tx`
  select pg_advisory_xact_lock(hashtextextended(${`image ${key}`}, 0))`

/** Marks the new image as deleted. It belongs to nothing until it is kept. */
export const insertImage = (tx: Tx, image: ImageRow, now: Date) => tx`
  insert into image ${tx.values({ ...image, createdAt: now, deletedAt: now })}`

export const updateImage = (tx: Tx, id: string, change: { deletedAt: Date | null }) => tx`
  update image set ${tx.set(change)} where id = ${id}`

export const selectForgottenKeys = (sql: Sql, before: Date, limit: number) =>
  sql<{ key: string; width: number }[]>`
    select key, min(width) as width from image where deleted_at < ${before}
    group by key limit ${limit}`

export async function isKeyNeeded(tx: Tx, key: string, before: Date): Promise<boolean> {
  const [row] = await tx<[{ isNeeded: boolean }]>`
    select exists (
      select from image where key = ${key} and (deleted_at is null or deleted_at >= ${before})
    ) as is_needed`
  return row.isNeeded
}

export const deleteForgottenImages = (tx: Tx, key: string, before: Date) => tx`
  delete from image where key = ${key} and deleted_at < ${before}`
