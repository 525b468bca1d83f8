import { z } from 'zod'
import { requestJson } from '#connectors/request-json.ts'

/** The address and credentials that the adapter uses. */
export type LapakgamingAccount = Record<'url' | 'apiKey', string>

const Reply = z.object({ code: z.string(), data: z.unknown().optional() })

type Ask = { body?: object; signal?: AbortSignal }
export type LapakgamingCall = (
  path: string,
  ask?: Ask,
) => Promise<{ status: number; code: string; data?: unknown }>

export const createLapakgamingCall =
  ({ url, apiKey }: LapakgamingAccount): LapakgamingCall =>
  async (path, { body, signal } = {}) => {
    const { status, body: reply } = await requestJson(`${url}/api${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      ...(signal && { signal }),
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
    })
    return { status, ...Reply.parse(reply) }
  }
