import { z } from 'zod'
import { requestJson } from '#connectors/request-json.ts'

const API_VERSION = '2023-08-01' // fixes the shape of its answers

const Refused = z.object({ message: z.string() })

type Answered = { status: number; body: unknown; words: string; fault: Error }
export type Call = (path: string, init?: RequestInit) => Promise<Answered>

/** `fault` is the error to throw for an unexpected status. */
export function createCall(url: string, clientId: string, clientSecret: string): Call {
  const headers = {
    'x-client-id': clientId,
    'x-client-secret': clientSecret,
    'x-api-version': API_VERSION,
  }
  return async (path, init = {}) => {
    const { status, body } = await requestJson(`${url}/pg${path}`, {
      ...init,
      headers: {
        ...headers,
        ...(init.body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
    })
    const words = Refused.safeParse(body).data?.message ?? ''
    return { status, body, words, fault: new Error(`Cashfree answered ${status}: ${words}`) }
  }
}
