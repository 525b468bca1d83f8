import { Slug } from '#contract/catalogue/catalog.ts'
import { fold } from './browse.ts'

const LENGTH_MAX = 70 // leaves space for a number at the end

/** Makes a slug from a name; null if the name has no letters or digits a slug allows. */
export function toSlug(name: string): string | null {
  const slug = fold(name)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LENGTH_MAX)
    .replace(/^-|-$/g, '')
  return slug || null
}

/** Returns the first free one of name, name-2, name-3 … A reserved word always gets a number. */
export function freeSlug(start: string, taken: Set<string>): string {
  if (!taken.has(start) && Slug.safeParse(start).success) return start
  for (let number = 2; ; number++) {
    const slug = `${start}-${number}`
    if (!taken.has(slug)) return slug
  }
}

type SlugInsert<Row> = {
  start: string
  select(start: string): Promise<string[]>
  insert(slug: string): Promise<Row | null>
}

/** Retries the insert until a slug is free, because only the table knows which are taken. */
export async function insertAtFreeSlug<Row>({
  start,
  select,
  insert,
}: SlugInsert<Row>): Promise<Row> {
  for (;;) {
    const row = await insert(freeSlug(start, new Set(await select(start))))
    if (row) return row
  }
}
