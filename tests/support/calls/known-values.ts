import { INSTALLED } from '#connectors/connectors.ts'
import { MANUAL } from '#contract/catalogue/sources.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Sql } from '#server/platform/db/db.ts'

/** Values from the database by column, such as `orders.id` or `game.slug`. */
export type KnownIds = Record<string, string[]>

const EACH = 8

const COLUMNS = [
  'game.slug',
  'item.slug',
  'banner.slug',
  'goto_link.slug',
  'coupon.code',
  'orders.invoice',
  'payment.reference',
  'reseller_order.reference',
  'document.number',
  'users.email',
  'users.phone',
  'users.full_name',
] as const

/** Reads some ids of every table, and other names that identify rows. */
export async function readKnown(sql: Sql): Promise<KnownIds> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and column_name = 'id' and table_type = 'BASE TABLE'`
  const columns = [...tables.map(({ name }) => `${name}.id`), ...COLUMNS]
  const pairs = await Promise.all(
    columns.map(async (column): Promise<[string, string[]]> => {
      const [table, name] = column.split('.') as [string, string]
      const rows = await sql<{ value: string }[]>`
        select ${sql(name)}::text as value from ${sql(table)} where ${sql(name)} is not null
        order by ${sql(name)} desc limit ${EACH}`
      return [column, rows.map(({ value }) => value)]
    }),
  )
  return Object.fromEntries(pairs)
}

/** The column that a field refers to, in any call. */
const BY_FIELD: Record<string, string> = {
  userId: 'users.id',
  userIds: 'users.id',
  whiteListedUserId: 'users.id',
  blackListedUserId: 'users.id',
  gameSlug: 'game.slug',
  itemSlug: 'item.slug',
  gameDetailId: 'player.id',
  couponCode: 'coupon.code',
  orderId: 'orders.invoice',
  number: 'document.number',
  gameId: 'game.id',
  allowedGameId: 'game.id',
  tagId: 'tag.id',
  itemImageId: 'picture.id',
  gameImageId: 'picture.id',
  itemId: 'item.id',
  productId: 'item.id',
  quoteId: 'api_quote.id',
  sessionId: 'session.id',
}

/** The column that `id`, `slug`, `reference` or `name` refers to, by the beginning of the path. The first match counts. */
const BY_PATH: [begins: string, column: string][] = [
  ['/alert', 'alert.id'],
  ['/notification', 'announcement.id'],
  ['/api-service/keys', 'api_key.id'],
  ['/api-service/bulk', 'bulk.id'],
  ['/api-service/webhooks', 'webhook_endpoint.id'],
  ['/api-service/deliveries', 'webhook_message.id'],
  ['/banner/:slug', 'banner.slug'],
  ['/banner', 'banner.id'],
  ['/category', 'category.id'],
  ['/coupon', 'coupon.id'],
  ['/order', 'orders.id'],
  ['/gallery', 'picture.id'],
  ['/game/:slug', 'game.slug'],
  ['/game/admin', 'game.slug'],
  ['/game', 'game.id'],
  ['/goto-link', 'goto_link.id'],
  ['/payment/difference', 'difference.id'],
  ['/payment-gateway', 'gateway'],
  ['/payment', 'capture.id'],
  ['/gamedetail', 'player.id'],
  ['/reseller/webhooks', 'webhook_endpoint.id'],
  ['/reseller/deliveries', 'webhook_message.id'],
  ['/reseller/orders/by-reference', 'reseller_order.reference'],
  ['/reseller', 'orders.id'],
  ['/second-factor', 'second_factor.id'],
  ['/recoveries', 'account_recovery.id'],
  ['/user/sessions', 'session.id'],
  ['/user', 'users.id'],
  ['/issue', 'issue.id'],
  ['/provider', 'source'],
  ['/tag', 'tag.id'],
  ['/task', 'task.id'],
  ['/job', 'job.id'],
  ['/wallet/add', 'payment.reference'],
]

const SOURCES = [...INSTALLED.suppliers.keys(), MANUAL]

/** Names that are in no column. */
const NAMES: KnownIds = { source: SOURCES, gateway: [...INSTALLED.gateways.keys()] }

/** Values for fields that no column fits. */
const FIXED: Record<string, string[]> = {
  url: ['https://shop.example/hooks'],
  playerId: ['123456789'],
  apiName: SOURCES,
  csv: ['productId,playerId,zoneId,reference\r\n'],
}

const NAMES_IT = new Set(['id', 'slug', 'reference', 'name'])

/** Returns a function that chooses existing values for a field of a call. */
export function knownFor(known: KnownIds) {
  return ({ path }: Endpoint, field: string): readonly string[] => {
    const isPath = path.includes(`:${field}`)
    if (field === 'search') return wordsOf(known)
    if (FIXED[field]) return FIXED[field]
    const begun = BY_PATH.find(([begins]) => path.startsWith(begins))
    const column = isPath && NAMES_IT.has(field) ? begun?.[1] : BY_FIELD[field]
    return (column && (known[column] ?? NAMES[column])) || []
  }
}

const wordsOf = (known: KnownIds): string[] => [
  ...['users.email', 'users.phone', 'users.full_name', 'orders.invoice'].flatMap((column) =>
    known[column]!.slice(0, 2),
  ),
  ...['payment.reference', 'coupon.code', 'users.id'].flatMap((column) =>
    known[column]!.slice(0, 1),
  ),
  'a',
]
