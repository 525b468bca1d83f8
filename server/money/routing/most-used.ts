import type { Currency } from '#contract/core/money.ts'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import type { Context } from '#server/context.ts'
import { methodOf } from '#server/money/gateways/methods.ts'
import { selectUses } from './routing-sql.ts'

const RECENT_MS = 30 * 24 * 60 * 60_000

/** Sorts methods by how many customers have paid by them lately. Methods that are used alike keep their order. */
export async function sortByUse(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  methods: GatewayMethod[],
  currency: Currency,
): Promise<GatewayMethod[]> {
  if (methods.length < 2) return methods
  const since = new Date(now().getTime() - RECENT_MS)
  const uses = new Map<GatewayMethod, number>()
  for (const { count, ...way } of await selectUses(sql, { currency, since })) {
    const method = methodOf(way)
    uses.set(method, (uses.get(method) ?? 0) + count)
  }
  return methods.toSorted((one, other) => (uses.get(other) ?? 0) - (uses.get(one) ?? 0))
}
