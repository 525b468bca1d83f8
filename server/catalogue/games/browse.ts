import { isNear } from './is-near.ts'

type BrowseInput = {
  search?: string | undefined
  sort?: string | undefined
  page?: number | undefined
  limit?: number | undefined
}

/** The texts that a list is searched and sorted by. */
export type Look<One> = {
  text(one: One): string
  name(one: One): string
}

type Page<One> = { found: One[]; total: number }

const LIMIT = 10

/** Searches, sorts and pages a list that comes oldest first. Without page and limit it returns every match. */
export function browse<One>(
  all: One[],
  { search = '', sort = 'createdAt', page, limit }: BrowseInput,
  look: Look<One>,
): Page<One> {
  const words = fold(search).split(/\s+/)
  const matching = search ? findMatching(all, words, look) : all.slice()
  if (!sort.endsWith('createdAt'))
    matching.sort((one, other) => collator.compare(look.name(one), look.name(other)))
  if (sort.startsWith('-')) matching.reverse()
  const total = matching.length
  if (page === undefined && limit === undefined) return { found: matching, total }
  const size = limit ?? LIMIT
  const start = ((page ?? 1) - 1) * size
  return { found: matching.slice(start, start + size), total }
}

/** Allows for typos if nothing matches the exact words. */
function findMatching<One>(all: One[], words: string[], { text }: Look<One>): One[] {
  const found = all.filter((one) => hasWords(fold(text(one)), words))
  return found.length > 0 ? found : all.filter((one) => mayHaveWords(fold(text(one)), words))
}

function mayHaveWords(text: string, typed: string[]): boolean {
  const words = text.split(/[^\p{L}\p{N}]+/u)
  return typed.every((one) => text.includes(one) || words.some((word) => isNear(word, one)))
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const hasWords = (text: string, words: string[]) => words.every((word) => text.includes(word))

/** Removes capitals and accents, so that "pokemon" finds Pokémon. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
