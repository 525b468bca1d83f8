import type { DocumentKind } from '#contract/accounting/documents.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Buyer, Content } from './content.ts'

/** True if the ledger has lines beyond the cursor. */
export async function hasNewTransfers(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ isBehind: boolean }]>`
    select (select last from document_cursor) < coalesce((select max(number) from transfer), 0) as is_behind`
  return row.isBehind
}

/** Locks the cursor, so that one transaction at a time issues documents. Returns the last ledger line they cover. */
export async function lockCursor(tx: Tx): Promise<number> {
  const [row] = await tx<[{ last: number }]>`select last from document_cursor for update`
  return row.last
}

export const moveCursor = (tx: Tx, last: number) => tx`update document_cursor set last = ${last}`

export type NewDocument = {
  series: string
  year: string
  kind: DocumentKind
  transfer: number
  orderId: string
  userId: string
  corrects: string | null
  datedAt: Date
  content: Content
  salt: string // hexadecimal
  buyer: Buyer
}

/** The function `write_document` numbers them in the order of the ledger. */
export const insertDocuments = (tx: Tx, documents: NewDocument[]) => tx`
  with due as (
    select * from jsonb_to_recordset(${tx.json(documents)}::jsonb) as due (series text, year text, kind text,
      transfer bigint, "orderId" uuid, "userId" uuid, corrects text, "datedAt" timestamptz, content jsonb,
      salt text, buyer jsonb)
  ), issued as (
    insert into document (series, year, kind, transfer, order_id, user_id, corrects, dated_at, content)
    select series, year, kind, transfer, "orderId", "userId", corrects, "datedAt", content
    from due order by transfer
    returning number, transfer
  )
  insert into document_buyer (document, user_id, salt, buyer)
  select issued.number, due."userId", decode(due.salt, 'hex'), due.buyer
  from issued join due using (transfer)`

export type DocumentRow = {
  number: string
  kind: DocumentKind
  orderId: string
  datedAt: Date
  corrects: string | null
  content: Content
  buyer: Buyer | null
}

export const selectDocuments = (sql: Sql | Tx, orderIds: string[]) => sql<DocumentRow[]>`
  select number, kind, order_id, dated_at, corrects, content, buyer
  from document left join document_buyer on document_buyer.document = number
  where order_id = any(${orderIds}::uuid[]) order by dated_at, transfer`

/** Erases a person from their documents, whose numbers, amounts and player stay. */
export const deleteBuyer = (sql: Sql, userId: string) => sql`
  delete from document_buyer where user_id = ${userId}`
