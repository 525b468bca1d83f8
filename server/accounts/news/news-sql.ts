import { randomUUIDv7 } from 'node:crypto'
import { CONSENT_WORDS } from '#contract/accounts/consent.ts'
import type { Source } from '#server/accounts/consent/consent-sql.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type NewsRow = { email: string; isOn: boolean }

const columns = (sql: Sql | Tx) => sql`email, news_off_at is null as is_on`

/** Null if the account was deleted. */
export async function selectNews(sql: Sql, userId: string): Promise<NewsRow | null> {
  const [row] = await sql<NewsRow[]>`
    select ${columns(sql)} from users where id = ${userId} and deleted_at is null`
  return row ?? null
}

type Change = { userId: string; isOn: boolean; source: Source; now: Date }

/** Keeps the date of the first unsubscribe, and adds to the consent log. Writes nothing if nothing changes, because anybody can open a link. */
export async function updateNews(
  sql: Sql,
  { userId, isOn, source, now }: Change,
): Promise<NewsRow | null> {
  const [row] = await sql<NewsRow[]>`
    with changed as (
      update users set news_off_at = ${isOn ? sql`null` : sql`${now}`}
      where id = ${userId} and deleted_at is null and (news_off_at is null) <> ${isOn}
      returning *
    ), logged as (
      insert into consent (id, user_id, purpose, is_given, words, source, created_at)
      select ${randomUUIDv7()}, id, 'news', ${isOn}, ${CONSENT_WORDS.news}, ${source}, ${now} from changed
    )
    select ${columns(sql)} from changed
    union all
    select email, ${isOn}::boolean as is_on from users
    where id = ${userId} and deleted_at is null and not exists (select from changed)`
  return row ?? null
}

export type Reader = { email: string; fullName: string; takesNews: boolean }

/** Null if the account was deleted. Blocked people, unverified emails and people under 18 get no newsletter either. */
export async function findReader(sql: Sql, userId: string): Promise<Reader | null> {
  const [row] = await sql<Reader[]>`
    select email, full_name,
      is_email_verified and not is_blocked and news_off_at is null
        and age is distinct from 'minor' as takes_news
    from users where id = ${userId} and deleted_at is null`
  return row ?? null
}
