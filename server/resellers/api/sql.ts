import type { Currency, Rate } from '#contract/core/money.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { TransferKind } from '#contract/money/wallet.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { byDate, isOldestFirst } from '#server/platform/db/lists.ts'

// Reads what API clients may see, live and test. Real orders and the ledger are written by other modules.

/** The owner and the mode. A client sees nothing of the other mode. */
export type Own = { userId: string; isTest: boolean }

const orders = (sql: Sql | Tx, { userId, isTest }: Own) => sql`
  api_order where ${isTest ? sql`is_test` : sql`not is_test`} and user_id = ${userId}`

export async function selectOrderBody(
  sql: Sql | Tx,
  { id, ...own }: Own & { id: string },
): Promise<unknown> {
  const [row] = await sql<{ body: unknown }[]>`
    select api_order_body(api_order) as body from ${orders(sql, own)} and id = ${id}`
  return row?.body ?? null
}

export async function selectIdByReference(
  sql: Sql | Tx,
  { reference, ...own }: Own & { reference: string },
): Promise<{ id: string; requestHash: Buffer } | null> {
  const { userId, isTest } = own
  const [row] = await sql<{ id: string; requestHash: Buffer }[]>`
    select ${isTest ? sql`id` : sql`order_id as id`}, request_hash
    from ${isTest ? sql`test_order` : sql`reseller_order`}
    where user_id = ${userId} and reference = ${reference}`
  return row ?? null
}

export async function hasOrder(sql: Sql, { id, ...own }: Own & { id: string }): Promise<boolean> {
  const rows = await sql`select from ${orders(sql, own)} and id = ${id}`
  return rows.length > 0
}

type Filter = Own & {
  after: string | null
  status: OrderStatus | null
  from: Date | null
  to: Date | null
  sort: string | undefined
  offset: number
  limit: number
}

/**
 * Lists a page of orders after the cursor `after`, newest first unless sorted otherwise. The page is cut from the
 * index, and only its orders are then looked up.
 */
export function selectOrderBodies(
  sql: Sql,
  { after, status, from, to, sort, offset, limit, userId, isTest }: Filter,
) {
  const direction = byDate(sql, sort)
  const behind = isOldestFirst(sort) ? sql`>` : sql`<`
  const table = isTest ? sql`test_order` : sql`orders`
  const kind = isTest ? sql`is_test` : sql`not is_test`
  return sql<{ id: string; body: unknown }[]>`
    select id, (select api_order_body(api_order) from api_order where ${kind} and api_order.id = page.id) as body
    from (
      select id, created_at from ${table} where user_id = ${userId}
        ${status ? sql`and status = ${status}` : sql``}
        ${from ? sql`and created_at >= ${from}` : sql``}
        ${to ? sql`and created_at < ${to}` : sql``}
        ${
          after
            ? sql`and (created_at, id) ${behind} (select created_at, id from ${table} where id = ${after})`
            : sql``
        }
      order by created_at ${direction}, id ${direction} limit ${limit} offset ${offset}
    ) page
    order by created_at ${direction}, id ${direction}`
}

export type LineRow = {
  sequence: number
  createdAt: Date
  kind: TransferKind
  amount: number
  balance: number
  utr: string
  orderId: string | null
  reference: string | null
}

type Lines = { userId: string; currency: Currency; after: number; limit: number }

export const selectLines = (sql: Sql, { userId, currency, after, limit }: Lines) => sql<LineRow[]>`
  select page.sequence, page.created_at, transfer.kind, page.amount, page.balance,
    transfer.reference as utr, transfer.order_id, reseller_order.reference
  from (
    select * from posting
    where account_id = (select id from account where user_id = ${userId} and currency = ${currency})
      and sequence > ${after}
    order by sequence limit ${limit}
  ) page
  join transfer on transfer.number = page.transfer
  left join reseller_order on reseller_order.order_id = transfer.order_id
  order by page.sequence`

export type QuoteRow = {
  id: string
  itemId: string
  currency: Currency
  amount: number
  priceInr: number
  rate: Rate | null
  expiresAt: Date
  usedBy: string | null
}

type NewQuote = QuoteRow & Own & { createdAt: Date }

export const insertQuote = (sql: Sql, quote: NewQuote) => sql`
  insert into api_quote ${sql.values(quote)}`

export async function selectQuote(
  sql: Sql | Tx,
  { id, userId, isTest }: Own & { id: string },
): Promise<QuoteRow | null> {
  const [row] = await sql<(Omit<QuoteRow, 'rate'> & { rate: string | null })[]>`
    select id, item_id, currency, amount, price_inr, rate, expires_at, used_by from api_quote
    where id = ${id} and user_id = ${userId} and is_test = ${isTest}`
  return row ? { ...row, rate: row.rate === null ? null : Number(row.rate) } : null
}

export const updateQuoteUsed = (tx: Tx, id: string, usedBy: string) => tx`
  update api_quote set used_by = ${usedBy} where id = ${id}`

type Checked = { gameId: string; playerId: string; zoneId: string }

export async function selectChecked(
  sql: Sql,
  { gameId, playerId, zoneId }: Checked,
  since: Date,
): Promise<string | null> {
  const [row] = await sql<{ name: string }[]>`
    select name from checked_player
    where game_id = ${gameId} and player_id = ${playerId} and zone_id = ${zoneId} and checked_at > ${since}`
  return row?.name ?? null
}

export const upsertChecked = (
  sql: Sql,
  checked: Checked & { name: string; checkedAt: Date },
) => sql`
  insert into checked_player ${sql.values(checked)}
  on conflict (game_id, player_id, zone_id) do update
  set name = excluded.name, checked_at = excluded.checked_at`

export async function deleteOld(sql: Sql, before: Date): Promise<void> {
  await sql`delete from checked_player where checked_at < ${before}`
  await sql`delete from api_quote where expires_at < ${before}`
}
