import { toDecimal } from '#contract/core/money.ts'
import { sumCosts, type SupplierCost } from '#server/orders/delivery/dispatches/sum-costs.ts'
import { CSV_START, toCsvRow } from '#server/platform/http/csv.ts'
import type { Sql } from '#server/platform/db/db.ts'
import type { periodOfMonth } from './entries.ts'

/** Packs are online information services, which are taxed at this rate. */
const IGST_PERCENT = 18

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
 * in cash, and then has it as credit. Suppliers in India are left out by the accountant.
 */
export async function* writeReverseCharge(
  sql: Sql,
  period: ReturnType<typeof periodOfMonth>,
): AsyncGenerator<string> {
  yield CSV_START + toCsvRow(COLUMNS) + (await sumCosts(sql, period)).map(toRow).join('')
}

const toRow = ({ supplier, currency, deliveries, cost, costInr, uncosted }: SupplierCost) =>
  toCsvRow([
    supplier,
    currency,
    deliveries,
    currency && cost,
    toDecimal(costInr, 'INR'),
    uncosted,
    IGST_PERCENT,
    toDecimal(Math.round((costInr * IGST_PERCENT) / 100), 'INR'),
  ])
