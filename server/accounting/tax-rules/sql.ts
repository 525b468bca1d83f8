import type { Tx } from '#server/platform/db/db.ts'

type Range = { first: Date | null; last: Date | null }

/** Keeps documents from being issued until the transaction ends, and returns the dates of the first and the last one. */
export async function stopDocuments(tx: Tx): Promise<Range> {
  await tx`select from document_cursor for update`
  const [row] = await tx<[Range]>`
    select (select min(dated_at) from document) as first, (select max(dated_at) from document) as last`
  return row
}
