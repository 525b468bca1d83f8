import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { SealedRow } from '#server/platform/sealing.ts'

type NewCode = {
  id: string
  orderId: string
  dispatchId: string | null // null for a code that a person entered
  sealed: Buffer
  createdAt: Date
}

/** Inserts nothing if the codes of this dispatch are already stored. */
export const insertCode = (tx: Tx, code: NewCode) => tx`
  insert into delivered_code ${tx.values(code)} on conflict (dispatch_id) do nothing`

/** An order's codes, oldest first. */
export const selectCodes = (tx: Tx, orderId: string) => tx<{ sealed: Buffer }[]>`
  select sealed from delivered_code where order_id = ${orderId} order by created_at, id`

export async function countCodes(sql: Sql | Tx, orderId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from delivered_code where order_id = ${orderId}`
  return row.count
}

type View = { id: string; orderId: string; userId: string; viewedAt: Date }

export const insertView = (tx: Tx, view: View) => tx`insert into code_view ${tx.values(view)}`

/** The latest views of an order's codes, newest first, with the viewer's name. */
export const selectViews = (sql: Sql, orderId: string, max: number) => sql<
  { viewedAt: Date; fullName: string }[]
>`
  select viewed_at, users.full_name from code_view join users on users.id = user_id
  where order_id = ${orderId} order by viewed_at desc, code_view.id desc limit ${max}`

export const deleteCodesOf = (sql: Sql, userId: string) => sql`
  delete from delivered_code using orders where orders.id = order_id and orders.user_id = ${userId}`

export type PlainRow = { id: string; orderId: string }

/** Dispatches whose codes an older version stored in plain text. */
export const selectPlain = (sql: Sql, max: number) => sql<PlainRow[]>`
  select id, order_id from dispatch where codes is not null order by id limit ${max}`

/** Reads plain codes, one on each line. Null if another node has sealed them in the meantime. */
export async function selectPlainCodes(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx<[{ codes: string | null }]>`select codes from dispatch where id = ${id}`
  return row.codes
}

export const deletePlainCodes = (tx: Tx, id: string) => tx`
  update dispatch set codes = null where id = ${id}`

/** `whose` is the order's ID. Sealing binds a code to its order, so it can't be passed off as another order's. */
export const listSealed = (sql: Sql, after: string | null, count: number) => sql<SealedRow[]>`
  select id, order_id::text as whose, sealed from delivered_code
  where id > ${after ?? '00000000-0000-0000-0000-000000000000'} order by id limit ${count}`

export const replaceSealed = (sql: Sql, { id, sealed }: SealedRow, anew: Buffer) => sql`
  update delivered_code set sealed = ${anew} where id = ${id} and sealed = ${sealed}`
