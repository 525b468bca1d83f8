import { z } from 'zod'
import type { ConnectorAccount } from '#connectors/manifest.ts'
import { requestJson } from '#connectors/request-json.ts'

/** The address and credentials that the adapter uses. */
export type G2BulkAccount = Record<'url' | 'apiKey', string>

type Answer = Awaited<ReturnType<typeof requestJson>>
type Ask = { body?: object; headers?: Record<string, string>; signal?: AbortSignal }

export type G2BulkCall = (path: string, ask?: Ask) => Promise<Answer>

export const KEY_REFUSED = 401

const NOT_ASKED: Answer = {
  status: KEY_REFUSED,
  body: { message: 'it refused the key, so the shop no longer asks with it' },
}

/** Stops calling after the key was refused, because the supplier bans callers that go on with a wrong key. */
export function createG2BulkCall(
  { url, apiKey }: G2BulkAccount,
  log?: ConnectorAccount['log'],
): G2BulkCall {
  let isKeyRefused = false
  return async (path, { body, headers, signal } = {}) => {
    if (isKeyRefused) return NOT_ASKED
    const json = { method: 'POST', body: JSON.stringify(body) }
    const answer = await requestJson(`${url}/v1${path}`, {
      ...(body && json),
      ...(signal && { signal }),
      headers: {
        'x-api-key': apiKey,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    if (answer.status === KEY_REFUSED) {
      isKeyRefused = true
      log?.warn({ supplier: 'g2bulk' }, 'G2Bulk refused the key; no more requests are sent there')
    }
    return answer
  }
}

export const wordsOf = (body: unknown): string =>
  z.object({ message: z.string() }).safeParse(body).data?.message ?? ''

export const failureOf = ({ status, body }: Answer): Error =>
  new Error(`G2Bulk answered ${status}: ${wordsOf(body)}`)
