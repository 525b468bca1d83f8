import type { CustomerNeed } from '#contract/money/payment-needs.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { findUser } from '#server/accounts/users/users.ts'
import type { Gateway } from '#connectors/gateways/gateway.ts'

/** Facts that a gateway needs and the customer has not given. */
export async function listMissing(
  sql: Sql | Tx,
  { needs = [] }: Gateway,
  userId: string,
): Promise<CustomerNeed[]> {
  if (needs.length === 0) return []
  const user = await findUser(sql, userId)
  return needs.filter((need) => !user?.[need])
}
