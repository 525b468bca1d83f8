import { Slug } from '#contract/catalog.ts'
import { fold } from './browse.ts'

const LENGTH_MAX = 70 // leaves room for a number behind it

/** An address made from a name; null when the name has nothing that an address may have. */
export function toSlug(name: string): string | null {
  const slug = fold(name)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LENGTH_MAX)
    .replace(/^-|-$/g, '')
  return slug || null
}

/** The first of: name, name-2, name-3 … The name alone may be a word of the shop's own. */
export function freeSlug(start: string, taken: Set<string>): string {
  if (!taken.has(start) && Slug.safeParse(start).success) return start
  for (let number = 2; ; number++) {
    const slug = `${start}-${number}`
    if (!taken.has(slug)) return slug
  }
}

type Place<Row> = {
  start: string
  select(start: string): Promise<string[]>
  insert(slug: string): Promise<Row | null>
}

/** Whether an address is free, the table alone knows: it is asked by inserting, until one is. */
export async function insertAtFreeSlug<Row>({ start, select, insert }: Place<Row>): Promise<Row> {
  for (;;) {
    const row = await insert(freeSlug(start, new Set(await select(start))))
    if (row) return row
  }
}
