import type { Context } from '#server/context.ts'

/** What deliveries need from around them. */
export type Place = Pick<Context, 'sql' | 'now' | 'log' | 'config' | 'providers' | 'keys' | 'rate'>

/** With what is kept in memory at hand: a transaction that waits for another connection may wait for ever. */
export async function prepare(ctx: Place): Promise<Place> {
  const [providers, rate] = await Promise.all([ctx.providers(), ctx.rate()])
  return { ...ctx, providers: async () => providers, rate: async () => rate }
}
