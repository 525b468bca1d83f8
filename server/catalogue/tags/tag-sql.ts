import type { Tx } from '#server/platform/db/db.ts'

export type TagRow = { id: string; name: string; color: string; background: string }

const columns = (tx: Tx) => tx`id, name, color, background`

export async function lockTag(tx: Tx, id: string): Promise<TagRow | null> {
  const [row] = await tx<
    TagRow[]
  >`select ${columns(tx)} from tag where id = ${id} for no key update`
  return row ?? null
}

export async function insertTag(tx: Tx, tag: TagRow, now: Date): Promise<TagRow> {
  const [row] = await tx<[TagRow]>`
    insert into tag ${tx.values({ ...tag, createdAt: now, updatedAt: now })}
    returning ${columns(tx)}`
  return row
}

type TagChange = { [Name in keyof Omit<TagRow, 'id'>]?: TagRow[Name] | undefined }

export async function updateTag(tx: Tx, id: string, change: TagChange, now: Date): Promise<TagRow> {
  const [row] = await tx<[TagRow]>`
    update tag set ${tx.set({ ...change, updatedAt: now })} where id = ${id}
    returning ${columns(tx)}`
  return row
}

export const deleteTagRow = (tx: Tx, id: string) => tx`delete from tag where id = ${id}`
