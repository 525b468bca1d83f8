import type * as contract from '#contract/deliveries.ts'
import { Source } from '#contract/sources.ts'
import type { CallbackAnswer } from '#server/fulfilment/provider.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { isSecretOf, noteCallback } from '#server/sources/callbacks.ts'
import { enqueueTrace } from './begin-parcels.ts'
import * as rows from './sql.ts'

type Handle = Handlers<typeof contract>

const RECEIVED: CallbackAnswer = {
  contentType: 'application/json; charset=utf-8',
  text: '{"success":true,"message":"","data":null}',
}

/** Believes nothing of what a provider sends, and asks it about what it mentions. */
export const takeCallback: Handle['takeCallback'] = async (
  ctx,
  { provider: sent, secret },
  _caller,
  visit,
) => {
  const { data: name } = Source.safeParse(sent)
  const provider = name && (await ctx.providers())[name]
  if (!name || name === 'manual' || !provider?.readCallback || !isSecretOf(ctx, name, secret))
    throw new Refusal('NO_SUCH_PROVIDER')
  const told = provider.readCallback(visit.raw!)
  if (!told) throw new Refusal('BAD_SIGNATURE')
  await noteCallback(ctx, name)
  const parcels = await rows.selectTold(ctx.sql, { provider: name, ...told })
  if (parcels.length > 0)
    await ctx.sql.begin(async (tx) => {
      for (const { id } of parcels) await enqueueTrace(tx, id, 1, ctx.now())
    })
  return provider.callbackAnswer ?? RECEIVED
}
