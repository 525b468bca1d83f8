import type { DocumentKind } from '#contract/accounting/documents.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Buyer, Content } from './content.ts'

export type Stream = 'orders' | 'payments'

const cursorOf = (sql: Sql | Tx, stream: Stream) =>
  stream === 'orders' ? sql`last` : sql`last_payment`

/** True if the ledger has lines beyond a cursor. */
export async function hasNewTransfers(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ isBehind: boolean }]>`
    select (select least(last, last_payment) from document_cursor)
      < coalesce((select max(number) from transfer), 0) as is_behind`
  return row.isBehind
}

/** Locks the cursors, so that one transaction at a time issues documents. Returns the last ledger line of a stream. */
export async function lockCursor(tx: Tx, stream: Stream): Promise<number> {
  const [row] = await tx<[{ last: number }]>`
    select ${cursorOf(tx, stream)} as last from document_cursor for update`
  return row.last
}

export const moveCursor = (tx: Tx, stream: Stream, last: number) => tx`
  update document_cursor set ${cursorOf(tx, stream)} = ${last}`

export type NewDocument = {
  series: string
  year: string
  kind: DocumentKind
  transfer: number
  orderId?: string
  movementId?: string // of the capture, or of the payout
  userId: string
  corrects: string | null
  datedAt: Date
  content: Content
  salt: string // hexadecimal
  buyer: Buyer
}

/** The function `write_document` numbers them in the order of the ledger. Those of long ago name no buyer any more. */
export const insertDocuments = (tx: Tx, documents: NewDocument[]) => tx`
  with due as (
    select * from jsonb_to_recordset(${tx.json(documents)}::jsonb) as due (series text, year text, kind text,
      transfer bigint, "orderId" uuid, "movementId" uuid, "userId" uuid, corrects text, "datedAt" timestamptz, content jsonb,
      salt text, buyer jsonb)
  ), issued as (
    insert into document (series, year, kind, transfer, order_id, movement_id, user_id, corrects, dated_at, content)
    select series, year, kind, transfer, "orderId", "movementId", "userId", corrects, "datedAt", content
    from due order by transfer
    returning number, transfer
  )
  insert into document_buyer (document, user_id, salt, buyer)
  select issued.number, due."userId", decode(due.salt, 'hex'), due.buyer
  from issued join due using (transfer)
  where "datedAt" >= (select buyers_from from document_cursor)`

export type DocumentRow = {
  number: string
  kind: DocumentKind
  subjectId: string // the order, capture or payout
  datedAt: Date
  corrects: string | null
  content: Content
  buyer: Buyer | null
}

/** Documents of orders, captures or payouts. */
export const selectDocuments = (sql: Sql | Tx, subjectIds: string[]) => sql<DocumentRow[]>`
  select number, kind, coalesce(order_id, movement_id) as subject_id, dated_at, corrects, content, buyer
  from document left join document_buyer on document_buyer.document = number
  where order_id = any(${subjectIds}::uuid[]) or movement_id = any(${subjectIds}::uuid[])
  order by dated_at, transfer`

export type OwnedRow = DocumentRow & { userId: string; correctsAt: Date | null }

export async function selectDocument(sql: Sql, number: string): Promise<OwnedRow | null> {
  const [row] = await sql<OwnedRow[]>`
    select document.number, document.kind, coalesce(document.order_id, document.movement_id) as subject_id,
      document.dated_at, document.corrects, document.content, buyer, document.user_id,
      corrected.dated_at as corrects_at
    from document
    left join document_buyer on document_buyer.document = document.number
    left join document corrected on corrected.number = document.corrects
    where document.number = ${number}`
  return row ?? null
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Deletes the buyers of the next day that has documents, up to a moment. Returns true when there are none left. It holds
 * the cursor, so no document is issued meanwhile.
 */
export async function deleteNextBuyers(tx: Tx, before: Date): Promise<boolean> {
  const [{ from }] = await tx<[{ from: Date }]>`
    select buyers_from as from from document_cursor for update`
  if (from >= before) return true
  const [first] = await tx<{ datedAt: Date }[]>`
    select dated_at from document where dated_at >= ${from} order by dated_at, transfer limit 1`
  const end = first ? Math.min(first.datedAt.getTime() + DAY_MS, before.getTime()) : before
  const until = new Date(end)
  await tx`
    delete from document_buyer using document
    where number = document_buyer.document and dated_at >= ${from} and dated_at < ${until}`
  await tx`update document_cursor set buyers_from = ${until}`
  return false
}

/** Erases a person from their documents, whose numbers, amounts and player stay. */
export const deleteBuyer = (sql: Sql, userId: string) => sql`
  delete from document_buyer where user_id = ${userId}`
