import { z } from 'zod'
import { requestJson, hmacSha256, Written } from '#connectors/request-json.ts'
import { unixSeconds } from '#connectors/suppliers/wire.ts'

/** The address and credentials that the adapter uses. */
export type MooGoldAccount = Record<'url' | 'partnerId' | 'secretKey', string>

/** MooGold's own errors have `err_code`. Those of the WordPress around it have `code`. */
const Failure = z.union([
  z
    .object({ err_code: Written, err_message: z.string().nullish() })
    .transform(({ err_code, err_message }) => ({ code: err_code, words: err_message ?? '' })),
  z
    .object({ code: z.string(), message: z.string() })
    .transform(({ code, message }) => ({ code, words: message })),
])

type Answer = { failure: z.output<typeof Failure> | null; body: unknown }
export type MooGoldAsk = (path: string, fields: object, signal: AbortSignal) => Promise<Answer>

/** Signs the body exactly as sent, with the timestamp and the path. */
export function createMooGoldAsk(
  { url, partnerId, secretKey }: MooGoldAccount,
  now: () => number,
): MooGoldAsk {
  const basic = Buffer.from(`${partnerId}:${secretKey}`).toString('base64')
  return async (path, fields, signal) => {
    const body = JSON.stringify({ path, ...fields })
    const timestamp = unixSeconds(now)
    const reply = await requestJson(`${url}/wp-json/v1/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${basic}`,
        timestamp,
        auth: hmacSha256(secretKey, `${body}${timestamp}${path}`),
      },
      body,
      signal,
    })
    return { failure: Failure.safeParse(reply.body).data ?? null, body: reply.body }
  }
}

/** The body of a successful answer. Throws if MooGold refused. */
export function answerOf({ failure, body }: Answer): unknown {
  if (failure) throw new Error(`MooGold refused with ${failure.code}: ${failure.words}`)
  return body
}
