import type { SupplierName } from '#contract/catalogue/sources.ts'
import type { CostMax } from '#connectors/suppliers/supplier.ts'
import type { Context } from '#server/context.ts'
import { findUnitCosts, fromPaise } from './costs.ts'

type Sale = { supplier: SupplierName; paise: number }

/**
 * The most that one product may cost, in the supplier's currency: the price of the whole pack, before any discount. Null
 * if the cost of this currency is unknown.
 */
export async function findCostMax(
  ctx: Pick<Context, 'sql' | 'rates'>,
  { supplier, paise }: Sale,
  currency: string,
): Promise<CostMax | null> {
  const amount = fromPaise(await findUnitCosts(ctx, ctx.sql), supplier, { paise, currency })
  return amount === null ? null : { amount, currency }
}
