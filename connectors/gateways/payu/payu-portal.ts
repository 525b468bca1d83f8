import { z } from 'zod'
import { longPatience, patience, requestJson } from '#connectors/request-json.ts'

/** PayU's chargeback portal. It has its own address, and is closed to a shop without a token. */
export type Portal = { url: string; merchantId: string; token: string }

type Answered = { status: number; body: unknown; words: string; fault: Error }

export type Ask = (path: string) => Promise<unknown>
export type Send = (path: string, body: object) => Promise<Answered>

class TokenRefused extends Error {}

const Refused = z.object({ message: z.string() })
const WORDS_MAX = 200

export const REASONS = '/../reasons' // beside the chargebacks

export function callPortal({ url, token }: Portal): { ask: Ask; send: Send } {
  async function call(path: string, init: RequestInit): Promise<Answered> {
    const headers = { 'x-optimus-api-key': token, 'content-type': 'application/json' }
    const { status, body } = await requestJson(`${url}${path}`, { ...init, headers })
    // The documentation has no example of a refusal, so an unknown one is shown as it is.
    const words = Refused.safeParse(body).data?.message ?? JSON.stringify(body).slice(0, WORDS_MAX)
    const fault = new Error(`PayU’s chargeback portal answered ${status}: ${words}`)
    return { status, body, words, fault }
  }
  return {
    async ask(path) {
      const { status, body, fault } = await call(path, { signal: patience() })
      if (status === 401 || status === 403) throw new TokenRefused(fault.message)
      if (status !== 200) throw fault
      return body
    },
    send: (path, body) =>
      call(path, { method: 'PATCH', body: JSON.stringify(body), signal: longPatience() }),
  }
}

/** Says what is wrong with the portal's credentials. Null if nothing is, or the shop has none. */
export async function checkPortal(portal: Portal): Promise<string | null> {
  if (!portal.token) return null
  if (!portal.merchantId) return 'PayU’s disputes need the merchant id too'
  try {
    await callPortal(portal).ask(REASONS)
    return null
  } catch (error) {
    if (error instanceof TokenRefused) return 'PayU’s portal doesn’t accept this chargeback token'
    throw error
  }
}
