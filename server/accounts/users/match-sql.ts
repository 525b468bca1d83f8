import type { Sql } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/lists.ts'

export type UserSearch = {
  search: string
  searchIndex: 'email' | 'phone' | 'fullName' | 'any'
}

/**
 * Most emails share a few domains, so the index searches only the part before the @. `|| ''` keeps the other condition
 * out of the index.
 */
const NAME_AT = /^([^@]*[a-z\d]{3}@)./i

/** Matches anywhere in the field, by the trigram index. */
export const matches = (sql: Sql, { search, searchIndex }: UserSearch) => {
  const isAddress = searchIndex === 'email' || (searchIndex === 'any' && search.includes('@'))
  if (searchIndex === 'any' && !isAddress) return matchesAny(sql, search)
  const field = { email: sql`email`, phone: sql`phone`, fullName: sql`full_name`, any: sql`email` }[
    searchIndex
  ]
  const [, name] = (isAddress && NAME_AT.exec(search)) || []
  if (!name) return sql`deleted_at is null and ${field} ilike ${containing(search)}`
  return sql`
    deleted_at is null and email ilike ${containing(name)} and email || '' ilike ${containing(search)}`
}

const PHONE = /^\+?[ ()-]*(\d[ ()-]*){4,}$/
const PHONE_DIGITS = 10

/** Finds a phone in any notation. Searches with an @ never get here, as no phone or name contains one. */
const matchesAny = (sql: Sql, search: string) => {
  const text = containing(search)
  const phone = PHONE.test(search) ? search.replace(/\D/g, '').slice(-PHONE_DIGITS) : search
  return sql`
    deleted_at is null
    and (email ilike ${text} or phone ilike ${containing(phone)} or full_name ilike ${text})`
}
