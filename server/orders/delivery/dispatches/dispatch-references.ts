import { DispatchReference } from '#contract/resellers/api-order.ts'
import type { Context } from '#server/context.ts'
import { selectReferences } from '#server/orders/delivery/sql.ts'

/** Other references are those of API clients that are no shops, so no shop would know them again. */
export const isDispatchReference = (reference: string): boolean =>
  DispatchReference.safeParse(reference).success

/** True if one of them is a dispatch of this shop. Most orders of API clients name none, so there is no query. */
export async function isOwnDispatch(
  { sql }: Pick<Context, 'sql'>,
  references: string[],
): Promise<boolean> {
  const named = references.filter(isDispatchReference)
  return named.length > 0 && (await selectReferences(sql, named)).length > 0
}
