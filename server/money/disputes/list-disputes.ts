import { Currency, toHundredths } from '#contract/core/money.ts'
import type * as contract from '#contract/money/disputes.ts'
import type { Dispute } from '#contract/money/disputes.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Gateways } from '#server/money/gateways/gateways.ts'
import { countDisputes, selectDispute, selectDisputes, type ListedDispute } from './list-sql.ts'

export const listDisputes: Handler<typeof contract.listDisputes> = async (
  { sql, gateways },
  { page, limit, sort, isOpen, ...rest },
) => {
  const filter = { ...rest, ...(isOpen && { isOpen: isOpen === 'yes' }) }
  const list = { ...filter, isOldestFirst: sort === 'createdAt', limit, offset: (page - 1) * limit }
  const [found, total, known] = await Promise.all([
    selectDisputes(sql, list),
    countDisputes(sql, filter),
    gateways(),
  ])
  return { disputes: found.map((row) => toDispute(row, known)), total }
}

export { lockPhase, selectPhase, type DisputePhase } from './sql.ts'

export const findDispute: Handler<typeof contract.findDispute> = (ctx, { id }) =>
  getDispute(ctx, id)

export async function getDispute(
  { sql, gateways }: Pick<Context, 'sql' | 'gateways'>,
  id: string,
): Promise<Dispute> {
  const found = await selectDispute(sql, id)
  if (!found) throw new Refusal('NO_SUCH_DISPUTE')
  return toDispute(found, await gateways())
}

/** Only disputes in a currency of the shop hold money. */
const toHeld = ({ held, currency }: ListedDispute): number =>
  held > 0 ? toHundredths(held, Currency.parse(currency)) : 0

const toDispute = (row: ListedDispute, { byName }: Gateways): Dispute => ({
  _id: row.id,
  gateway: row.gateway,
  gatewayDisputeId: row.gatewayDisputeId,
  state: row.state,
  stage: row.stage,
  currency: row.currency,
  amount: row.amount,
  reason: row.reason,
  respondBy: row.respondBy?.toISOString() ?? null,
  openedAt: row.openedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  taken: row.taken,
  fees: row.fees,
  fromWallet: row.fromWallet,
  fromShop: row.fromShop,
  held: toHeld(row),
  payment:
    row.reference === null
      ? null
      : {
          reference: row.reference,
          purpose: row.purpose,
          gatewayPaymentId: row.gatewayPaymentId,
          captureId: row.captureId!,
          orderId: row.orderId,
          invoiceId: row.invoice,
          userId: row.userId!,
          fullName: row.fullName,
        },
  isByHand: byName.get(row.gateway)?.disputes === undefined,
  steps: row.steps.map((step) => ({ ...step, at: new Date(step.at).toISOString() })),
})
