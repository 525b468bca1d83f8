import { broadcast } from '#server/backoffice/announcements/broadcast.ts'
import { workAtTransactions } from '#server/money/wallet/export-transactions.ts'
import { workAtOrders } from '#server/orders/read/export-orders.ts'
import type { Works } from '#server/platform/tasks/work-task.ts'
import { workAtImport } from '#server/suppliers/import/import-products.ts'
import { workAtPrices } from '#server/suppliers/prices/sync/sync-prices.ts'

/** The work of each kind of task. */
export const TASKS: Works = {
  broadcast,
  'export-orders': workAtOrders,
  'export-transactions': workAtTransactions,
  'sync-prices': workAtPrices,
  'import-products': workAtImport,
}
