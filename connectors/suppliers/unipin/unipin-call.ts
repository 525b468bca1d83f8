import { z } from 'zod'
import { requestJson, hmacSha256 } from '#connectors/request-json.ts'
import { unixSeconds } from '#connectors/suppliers/wire.ts'

/** The address and credentials that the adapter uses. */
export type UniPinAccount = Record<'url' | 'partnerId' | 'secretKey', string>

/** A refusal may have status 200, and its text in one of two fields. */
const Reply = z.looseObject({
  status: z.coerce.number(),
  reason: z.string().nullish(),
  error: z.object({ message: z.string() }).nullish(),
})

export type Answer = { isDone: boolean; words: string; body: unknown }
export type Ask = (path: string, fields: object, signal: AbortSignal) => Promise<Answer>

/** The signature does not cover the body. */
export function createUniPinAsk(
  { url, partnerId, secretKey }: UniPinAccount,
  now: () => number,
): Ask {
  return async (path, fields, signal) => {
    const timestamp = unixSeconds(now)
    const { body } = await requestJson(`${url}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        partnerid: partnerId,
        timestamp,
        path,
        auth: hmacSha256(secretKey, `${partnerId}${timestamp}${path}`),
      },
      body: JSON.stringify(fields),
      signal,
    })
    const reply = Reply.parse(body)
    return { isDone: reply.status === 1, words: reply.error?.message ?? reply.reason ?? '', body }
  }
}
