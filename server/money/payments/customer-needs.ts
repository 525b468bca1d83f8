import type * as contract from '#contract/money/payment-needs.ts'
import { isOffered } from '#server/catalogue/exchange-rate/rates.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { chooseGateway, listReady } from '#server/money/routing/choose-gateway.ts'
import { listMissing } from '#server/money/routing/list-missing.ts'
import type { Gateway } from '#connectors/gateways/gateway.ts'
import { sortByUse } from '#server/money/routing/most-used.ts'
import { methodsOf } from '#server/money/gateways/methods.ts'

export const getPaymentNeeds: Handler<typeof contract.getPaymentNeeds> = async (
  ctx,
  { currency },
  caller,
) => {
  const [gateways, rates] = await Promise.all([ctx.gateways(), ctx.rates()])
  const ready = listReady(ctx, gateways, { currency })
  if (ready.length === 0 || !isOffered(rates, currency))
    return { isOffered: false, methods: [], needs: [] }
  const asked = { gateways, currency, userId: caller.id, tried: [] }
  const { gateway } = await chooseGateway(ctx, ctx.sql, asked)
  const methods = new Set(
    ready.flatMap(({ name }) => methodsOf(ctx, gateways, { gateway: name, currency })),
  )
  const needs = await listMissing(ctx.sql, gateway, caller.id)
  return { isOffered: true, methods: await sortByUse(ctx, [...methods], currency), needs }
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
