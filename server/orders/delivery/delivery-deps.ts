import type { Context } from '#server/context.ts'

/** The parts of the context that delivery code depends on. */
export type DeliveryDeps = Pick<
  Context,
  'sql' | 'now' | 'log' | 'config' | 'suppliers' | 'keys' | 'rate'
>

/**
 * Loads suppliers and rate before a transaction begins. Inside it, loading could wait for another connection, perhaps
 * forever.
 */
export async function prepare(ctx: DeliveryDeps): Promise<DeliveryDeps> {
  const [suppliers, rate] = await Promise.all([ctx.suppliers(), ctx.rate()])
  return { ...ctx, suppliers: async () => suppliers, rate: async () => rate }
}
