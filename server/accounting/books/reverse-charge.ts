import { toDecimal } from '#contract/core/money.ts'
import { sumCosts, type SupplierCost } from '#server/orders/delivery/dispatches/sum-costs.ts'
import { CSV_START, toCsvRow } from '#server/platform/http/csv.ts'
import type { Sql } from '#server/platform/db/db.ts'
import type { periodOfMonth } from './entries.ts'

const COLUMNS = [
  'Supplier',
  'Currency',
  'Deliveries',
  'Cost',
  'Cost in rupees',
  'Orders without a cost',
  'IGST rate',
  'IGST',
]

/**
 * Writes the costs of a period by supplier. Packs bought abroad are imported services: the shop pays their IGST itself,
 * in cash, at the rate of its own sales, and then has it as credit. The accountant leaves out suppliers in India.
 */
export async function* writeReverseCharge(
  sql: Sql,
  { percent, ...period }: ReturnType<typeof periodOfMonth> & { percent: number },
): AsyncGenerator<string> {
  const costs = await sumCosts(sql, period)
  yield CSV_START + toCsvRow(COLUMNS) + costs.map((one) => toRow(one, percent)).join('')
}

const toRow = (
  { supplier, currency, deliveries, cost, costInr, uncosted }: SupplierCost,
  percent: number,
): string =>
  toCsvRow([
    supplier,
    currency,
    deliveries,
    currency && cost,
    toDecimal(costInr, 'INR'),
    uncosted,
    percent,
    toDecimal(Math.round((costInr * percent) / 100), 'INR'),
  ])
