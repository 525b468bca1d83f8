import { HOME_COUNTRY, type Billing } from '#contract/accounting/billing.ts'
import type * as contract from '#contract/accounting/billing.ts'
import { lockOwner } from '#server/accounts/users/users.ts'
import { readSellers } from '#server/accounting/tax-rules/seller.ts'
import { stateOfSeller } from '#server/accounting/tax-rules/terms.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { insertBilling, selectBilling, selectPastBilling } from './sql.ts'

export { deleteBilling } from './sql.ts'

export const getBilling: Handler<typeof contract.getBilling> = async (ctx, _input, caller) => {
  const billing = await selectBilling(ctx.sql, caller.id)
  const sellerAt = await readSellers(ctx.sql)
  const seller = sellerAt(ctx.now())
  const state = stateOfSeller(seller)
  return {
    billing,
    isAsked: seller.legal.taxId !== '' || seller.rules.countries.length > 0,
    home: state ? { country: HOME_COUNTRY, state } : null,
  }
}

/** Keeps the older details for invoices that are not issued yet. The lock keeps a deleted account empty. */
export const editBilling: Handler<typeof contract.editBilling> = (ctx, billing, caller) =>
  ctx.sql.begin(async (tx) => {
    await lockOwner(tx, caller)
    await insertBilling(tx, { userId: caller.id, value: billing, now: ctx.now() })
    return { billing }
  })

/**
 * Reads the billing details of customers. Returns a function that finds those of a given time. The first ones also count
 * for orders before them: a first order follows its answer at once, perhaps at a node whose clock is behind.
 */
export async function readBilling(
  tx: Tx,
  userIds: string[],
): Promise<(userId: string, moment: Date) => Billing | null> {
  const past = await selectPastBilling(tx, userIds)
  return (userId, moment) => {
    const own = past.filter((row) => row.userId === userId)
    return (own.findLast(({ since }) => since <= moment) ?? own[0])?.value ?? null
  }
}
