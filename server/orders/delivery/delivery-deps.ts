import type { Context } from '#server/context.ts'

/** The parts of the context that delivery code depends on. */
export type DeliveryDeps = Pick<
  Context,
  'sql' | 'now' | 'log' | 'config' | 'connectors' | 'suppliers' | 'keys' | 'rates' | 'risk'
>

/**
 * Loads suppliers, rates and risk rules before a transaction begins. Inside it, loading could wait for another connection, perhaps
 * forever.
 */
export async function prepare(ctx: DeliveryDeps): Promise<DeliveryDeps> {
  const [suppliers, rates, risk] = await Promise.all([ctx.suppliers(), ctx.rates(), ctx.risk()])
  return {
    ...ctx,
    suppliers: async () => suppliers,
    rates: async () => rates,
    risk: async () => risk,
  }
}
