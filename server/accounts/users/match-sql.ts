import type { Sql } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/lists.ts'

export type UserSearch = {
  search: string
  searchIndex: 'email' | 'phone' | 'fullName' | 'any'
}

/** Most people have their mail at a few places: the index is asked for what stands before the @ alone. `|| ''` keeps the rest from it. */
const NAME_AT = /^([^@]*[a-z\d]{3}@)./i

/** Searches match anywhere in the field; the trigram index finds them. */
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

/** A phone is found however it is written. No phone or name has an @. */
const matchesAny = (sql: Sql, search: string) => {
  const text = containing(search)
  const phone = PHONE.test(search) ? search.replace(/\D/g, '').slice(-PHONE_DIGITS) : search
  return sql`
    deleted_at is null
    and (email ilike ${text} or phone ilike ${containing(phone)} or full_name ilike ${text})`
}
