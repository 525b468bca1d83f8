import { z } from 'zod'
import type { ProviderCredentials } from '#server/platform/config/supplier-environment.ts'
import type { GameThere } from '#server/suppliers/adapters/provider.ts'
import { exchange, md5, patience } from '#server/platform/exchange.ts'
import { unixSeconds } from '#server/suppliers/adapters/wire.ts'

/** It answers 200 to whatever it refuses: `status` has the verdict. */
const Reply = z.looseObject({
  status: z.coerce.number(),
  message: z.string().nullish(),
  data: z.unknown().optional(),
})

export type Reply = z.output<typeof Reply>
export type SmileOneCall = (
  method: string,
  there: GameThere,
  fields?: Record<string, string>,
  signal?: AbortSignal,
) => Promise<Reply>

/** The wallet of a country is a part of the path; the first one has none. */
export function createSmileOneCall(
  { url, uid, email, key }: ProviderCredentials['smileone'],
  now: () => number,
): SmileOneCall {
  return async (method, { game, region }, fields = {}, signal = patience()) => {
    const wallet = region ? `/${encodeURIComponent(region.toLowerCase())}` : ''
    const signed = { uid, email, product: game, time: unixSeconds(now), ...fields }
    const { body } = await exchange(`${url}${wallet}/smilecoin/api/${method}`, {
      method: 'POST',
      body: new URLSearchParams({ ...signed, sign: sign(signed, key) }),
      signal,
    })
    return Reply.parse(body)
  }
}

/** The values as they are, not as they are encoded for the wire. */
function sign(fields: Record<string, string>, key: string): string {
  const pairs = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${fields[name]}&`)
  return md5(md5(`${pairs.join('')}${key}`))
}
