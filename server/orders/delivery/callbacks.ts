import type * as contract from '#contract/orders/deliveries.ts'
import { isWithinRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { CallbackAnswer } from '#connectors/suppliers/supplier.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isSecretOf, noteCallback } from '#server/suppliers/accounts/callbacks.ts'
import { enqueueTrace } from './dispatches/begin-dispatches.ts'
import * as rows from './sql.ts'

const RECEIVED: CallbackAnswer = {
  contentType: 'application/json; charset=utf-8',
  text: '{"success":true,"message":"","data":null}',
}

/**
 * Treats a callback only as a hint. Its content is not trusted: the supplier is asked about the dispatch that it names.
 */
export const takeCallback: Handler<typeof contract.takeCallback> = async (
  ctx,
  { provider: name, secret },
  _caller,
  visit,
) => {
  const supplier = (await ctx.suppliers()).get(name)
  if (!supplier?.readCallback || !isSecretOf(ctx, name, secret))
    throw new Refusal('NO_SUCH_PROVIDER')
  const callback = supplier.readCallback(visit.raw!)
  if (!callback) throw new Refusal('BAD_SIGNATURE')
  await noteCallback(ctx, name)
  const dispatches = await rows.selectDispatchesNamed(ctx.sql, {
    supplier: name,
    reference: callback.reference,
    supplierOrderId: callback.providerOrderId,
  })
  for (const { id } of dispatches)
    await ctx.sql.begin(async (tx) => {
      if (await isWithinRateLimit(tx, { ...ASKS, key: `callback ${id}` }, ctx.now()))
        await enqueueTrace(tx, id, 1, ctx.now())
    })
  return supplier.callbackAnswer ?? RECEIVED
}

/**
 * Rate limit of the questions that callbacks trigger about one dispatch. Most callbacks are authenticated only by the
 * secret in their URL. Beyond the limit, only the scheduled checks ask about the dispatch.
 */
const ASKS = { max: 10, windowSeconds: 3600 }
