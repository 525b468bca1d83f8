import type * as contract from '#contract/deliveries.ts'
import { Source } from '#contract/sources.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { enqueueTrace } from './begin-parcels.ts'
import * as rows from './sql.ts'
import { isSecretOf } from './to-parcel.ts'

type Handle = Handlers<typeof contract>

/** Believes nothing of what a provider sends, and asks it about what it mentions. */
export const takeCallback: Handle['takeCallback'] = async (
  ctx,
  { provider: sent, secret },
  _caller,
  visit,
) => {
  const { data: name } = Source.safeParse(sent)
  const provider = name && (await ctx.providers())[name]
  if (!provider?.readCallback || !isSecretOf(ctx, name!, secret))
    throw new Refusal('NO_SUCH_PROVIDER')
  const told = provider.readCallback(visit.raw!)
  if (!told) throw new Refusal('BAD_SIGNATURE')
  const parcels = await rows.selectTold(ctx.sql, { provider: name!, ...told })
  if (parcels.length > 0)
    await ctx.sql.begin(async (tx) => {
      for (const { id } of parcels) await enqueueTrace(tx, id, 1, ctx.now())
    })
  return null
}
