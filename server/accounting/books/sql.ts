import type { DocumentKind } from '#contract/accounting/documents.ts'
import type { Sums } from '#contract/accounting/books.ts'
import type { Content } from '#server/accounting/documents/content.ts'
import { byDate } from '#server/platform/db/lists.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type Period = { start: Date; end: Date } // the end is excluded

const within = (sql: Sql | Tx, { start, end }: Period) => sql`
  document.dated_at >= ${start} and document.dated_at < ${end}`

export type EntryRow = {
  number: string
  kind: DocumentKind
  datedAt: Date
  transfer: number
  orderId: string | null
  corrects: string | null
  correctsAt: Date | null
  content: Content
  businessName: string | null // of a customer with a tax number
}

const entries = (sql: Sql) => sql`
  select document.number, document.kind, document.dated_at, document.transfer, document.order_id, document.corrects,
    corrected.dated_at as corrects_at, document.content, buyer ->> 'businessName' as business_name
  from document
  left join document corrected on corrected.number = document.corrects
  left join document_buyer on document_buyer.document = document.number`

type Page = Period & {
  kind?: DocumentKind | undefined
  sort?: string | undefined
  limit: number
  offset: number
}

export const selectEntries = (sql: Sql, { kind, sort, limit, offset, ...period }: Page) => sql<
  EntryRow[]
>`
  ${entries(sql)} where ${within(sql, period)} ${kind ? sql`and document.kind = ${kind}` : sql``}
  order by document.dated_at ${byDate(sql, sort)}, document.transfer ${byDate(sql, sort)} limit ${limit} offset ${offset}`

export async function countEntries(
  sql: Sql,
  { kind, ...period }: Period & { kind?: DocumentKind | undefined },
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from document where ${within(sql, period)} ${kind ? sql`and kind = ${kind}` : sql``}`
  return row.count
}

type Cursor = { datedAt: Date; transfer: number }

/** The next documents of a period, the oldest first. */
export const selectNextEntries = (
  sql: Sql,
  { after, max, ...period }: Period & { after: Cursor; max: number },
) => sql<EntryRow[]>`
  ${entries(sql)} where ${within(sql, period)}
    and (document.dated_at, document.transfer) > (${after.datedAt}, ${after.transfer})
  order by document.dated_at, document.transfer limit ${max}`

/** Documents by the ledger lines that they document. */
export const selectByTransfer = (sql: Sql, transfers: number[]) => sql<EntryRow[]>`
  ${entries(sql)} where document.transfer = any(${transfers})`

/** Sums of the documents of a period, by kind. */
export const sumDocuments = (sql: Sql | Tx, period: Period) => sql<Sums[]>`
  select kind, min(number) as first, max(number) as last, count(*)::int as count, sum(base)::bigint as base,
    sum(total - base)::bigint as tax, sum(total)::bigint as total
  from document
  cross join lateral (
    select (content ->> 'base')::bigint as base, (content ->> 'total')::bigint as total
  ) amounts
  where ${within(sql, period)} group by kind order by kind`

/** Later documents that take back some of a period. */
export const selectLaterCorrections = (sql: Sql, { start, end }: Period) => sql<EntryRow[]>`
  ${entries(sql)}
  where corrected.dated_at >= ${start} and corrected.dated_at < ${end} and document.dated_at >= ${end}
  order by document.dated_at, document.transfer`

/** Sums up what later documents take back of a period. */
export async function sumLaterCorrections(
  sql: Sql | Tx,
  period: Period,
): Promise<{ count: number; total: number }> {
  const [row] = await sql<[{ count: number; total: number }]>`
    select count(*)::int as count, coalesce(sum((later.content ->> 'total')::bigint), 0)::bigint as total
    from document join document later on later.corrects = document.number
    where ${within(sql, period)} and later.dated_at >= ${period.end}`
  return row
}

export async function selectFirstDate(sql: Sql | Tx): Promise<Date | null> {
  const [row] = await sql<{ datedAt: Date }[]>`
    select dated_at from document order by dated_at, transfer limit 1`
  return row?.datedAt ?? null
}

/** True if a ledger line from before this moment still waits for its document. */
export async function hasDue(tx: Tx, before: Date): Promise<boolean> {
  const rows = await tx`
    select from transfer
    where number > (select least(last, last_payment) from document_cursor) and created_at < ${before} limit 1`
  return rows.length > 0
}

export type ClosedRow = { month: string; closedAt: Date; fullName: string; sums: Sums[] }

export const selectClosed = (sql: Sql | Tx) => sql<ClosedRow[]>`
  select month, closed_at, users.full_name, sums from closed_books join users on users.id = closed_by`

type NewClosed = { month: string; closedAt: Date; closedBy: string; sums: Sums[] }

/** Returns false if the month is closed already. */
export async function insertClosed(
  tx: Tx,
  { month, closedAt, closedBy, sums }: NewClosed,
): Promise<boolean> {
  const rows = await tx`
    insert into closed_books (month, closed_at, closed_by, sums)
    values (${month}, ${closedAt}, ${closedBy}, ${tx.json(sums)})
    on conflict (month) do nothing returning month`
  return rows.length > 0
}
