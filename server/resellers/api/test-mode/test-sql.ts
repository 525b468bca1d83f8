import type { Currency } from '#contract/core/money.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { LineRow } from '#server/resellers/api/sql.ts'

/** Locks all test orders of a reseller. Orders are locked before the wallet. */
export const lockTestOrders = (tx: Tx, userId: string) => tx`
  select from test_order where user_id = ${userId} order by id for update`

/** Serializes all changes to one reseller's test data. */
export const lockTestWallet = (tx: Tx, userId: string) => tx`
  select pg_advisory_xact_lock(hashtext('test-wallet'), hashtext(${userId}))`

type Opening = { userId: string; currency: Currency; amount: number; now: Date }

/** Opens a test wallet with money in it, once. */
export const insertOpening = (sql: Sql | Tx, { userId, currency, amount, now }: Opening) => sql`
  insert into test_line (user_id, currency, sequence, kind, amount, balance, utr, order_id, created_at)
  values (${userId}, ${currency}, 1, 'gift', ${amount}, ${amount}, 'TEST', null, ${now})
  on conflict do nothing`

export async function selectTestBalance(
  sql: Sql | Tx,
  { userId, currency }: { userId: string; currency: Currency },
): Promise<number> {
  const [row] = await sql<{ balance: number }[]>`
    select balance from test_line where user_id = ${userId} and currency = ${currency}
    order by sequence desc limit 1`
  return row?.balance ?? 0
}

type NewLine = {
  userId: string
  currency: Currency
  kind: 'order' | 'refund'
  amount: number
  utr: string
  orderId: string
  now: Date
}

/** Requires that the caller has locked the test wallet, and that the wallet has a line already. */
export const insertLine = (tx: Tx, line: NewLine) => tx`
  insert into test_line (user_id, currency, sequence, kind, amount, balance, utr, order_id, created_at)
  select user_id, currency, sequence + 1, ${line.kind}, ${line.amount}, balance + ${line.amount}, ${line.utr},
    ${line.orderId}, ${line.now}
  from test_line where user_id = ${line.userId} and currency = ${line.currency}
  order by sequence desc limit 1`

type Lines = { userId: string; currency: Currency; after: number; limit: number }

export const selectTestLines = (sql: Sql, { userId, currency, after, limit }: Lines) => sql<
  LineRow[]
>`
  select sequence, test_line.created_at, kind, test_line.amount, balance, utr, order_id, reference
  from test_line left join test_order on test_order.id = order_id
  where test_line.user_id = ${userId} and test_line.currency = ${currency} and sequence > ${after}::bigint
  order by sequence limit ${limit}`

export type TestOrderRow = {
  id: string
  invoice: string
  userId: string
  reference: string
  requestHash: Buffer
  apiKeyId: string
  status: OrderStatus
  itemId: string
  itemName: string
  gameName: string
  playerId: string
  zoneId: string
  playerName: string
  currency: Currency
  amount: number
  createdAt: Date
}

export const insertTestOrder = (tx: Tx, order: TestOrderRow) => tx`
  insert into test_order ${tx.values(order)}`

type Locked = Pick<TestOrderRow, 'id' | 'userId' | 'invoice' | 'status' | 'currency' | 'amount'> & {
  version: number
  heldFor: string | null
}

export async function lockTestOrder(tx: Tx, id: string): Promise<Locked | null> {
  const [row] = await tx<Locked[]>`
    select id, user_id, invoice, status, currency, amount, version, held_for
    from test_order where id = ${id} for no key update`
  return row ?? null
}

type Change = {
  status: OrderStatus
  version: number
  heldFor: 'person' | null
  endedAt?: Date
  refundedAt?: Date
}

export const updateTestOrder = (tx: Tx, id: string, change: Change) => tx`
  update test_order set ${tx.set(change)} where id = ${id}`

export async function deleteTestDataOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from test_order where user_id = ${userId}`
  await tx`delete from test_line where user_id = ${userId}`
  await tx`delete from api_quote where user_id = ${userId} and is_test`
}
