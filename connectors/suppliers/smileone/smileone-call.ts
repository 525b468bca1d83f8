import { z } from 'zod'
import type { SupplierGameName } from '#connectors/suppliers/supplier.ts'
import { requestJson, md5, patience } from '#connectors/request-json.ts'
import { unixSeconds } from '#connectors/suppliers/wire.ts'

/** The address and credentials that the adapter uses. */
export type SmileOneAccount = Record<'url' | 'uid' | 'email' | 'key', string>

/** Refusals also come with HTTP 200. Only `status` tells them apart. */
const Reply = z.looseObject({
  status: z.coerce.number(),
  message: z.string().nullish(),
  data: z.unknown().optional(),
})

export type Reply = z.output<typeof Reply>
export type SmileOneCall = (
  method: string,
  there: SupplierGameName,
  fields?: Record<string, string>,
  signal?: AbortSignal,
) => Promise<Reply>

/** A country's wallet is part of the path. The default wallet has no such part. */
export function createSmileOneCall(
  { url, uid, email, key }: SmileOneAccount,
  now: () => number,
): SmileOneCall {
  return async (method, { game, region }, fields = {}, signal = patience()) => {
    const wallet = region ? `/${encodeURIComponent(region.toLowerCase())}` : ''
    const signed = { uid, email, product: game, time: unixSeconds(now), ...fields }
    const { body } = await requestJson(`${url}${wallet}/smilecoin/api/${method}`, {
      method: 'POST',
      body: new URLSearchParams({ ...signed, sign: sign(signed, key) }),
      signal,
    })
    return Reply.parse(body)
  }
}

/** Signs the plain values, not the URL-encoded ones. */
function sign(fields: Record<string, string>, key: string): string {
  const pairs = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${fields[name]}&`)
  return md5(md5(`${pairs.join('')}${key}`))
}
