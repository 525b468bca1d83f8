import type { Context } from '#server/context.ts'

/** The parts of the context that delivery code depends on. */
export type DeliveryDeps = Pick<
  Context,
  'sql' | 'now' | 'log' | 'config' | 'providers' | 'keys' | 'rate'
>

/**
 * Loads suppliers and rate before a transaction begins. Inside it, loading could wait for another connection, perhaps
 * forever.
 */
export async function prepare(ctx: DeliveryDeps): Promise<DeliveryDeps> {
  const [providers, rate] = await Promise.all([ctx.providers(), ctx.rate()])
  return { ...ctx, providers: async () => providers, rate: async () => rate }
}
