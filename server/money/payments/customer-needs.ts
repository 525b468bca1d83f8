import type * as contract from '#contract/money/payment-needs.ts'
import type { CustomerNeed } from '#contract/money/payment-needs.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { findUser } from '#server/accounts/users/users.ts'
import type { Gateway } from '#server/money/gateways/gateway.ts'

export const getPaymentNeeds: Handler<typeof contract.getPaymentNeeds> = async (
  ctx,
  _input,
  caller,
) => {
  const { active, byName } = await ctx.gateways()
  const gateway = active && byName[active]
  const needs = gateway ? await listMissing(ctx.sql, gateway, caller.id) : []
  return { isOffered: Boolean(gateway), needs }
}

/** Called before the payment is stored, because the gateway would refuse it later. */
export async function refuseMissing(
  sql: Sql | Tx,
  gateway: Gateway,
  userId: string,
): Promise<void> {
  const [missing] = await listMissing(sql, gateway, userId)
  if (missing) throw new Refusal('PHONE_NEEDED', { field: missing })
}

async function listMissing(
  sql: Sql | Tx,
  { needs = [] }: Gateway,
  userId: string,
): Promise<CustomerNeed[]> {
  if (needs.length === 0) return []
  const user = await findUser(sql, userId)
  return needs.filter((need) => !user?.[need])
}
