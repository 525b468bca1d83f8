import { z } from 'zod'
import { requestJson } from '#connectors/request-json.ts'

const Refused = z.object({ error: z.object({ description: z.string() }) })

type Answered = { status: number; body: unknown; words: string; fault: Error }
export type Call = (path: string, init?: RequestInit) => Promise<Answered>

/** `fault` is the error to throw for an unexpected status. */
export function createCall(url: string, keyId: string, keySecret: string): Call {
  const basic = Buffer.from(`${keyId}:${keySecret}`).toString('base64')
  return async (path, init = {}) => {
    const { status, body } = await requestJson(`${url}/v1${path}`, {
      ...init,
      headers: {
        authorization: `Basic ${basic}`,
        ...(init.body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(init.headers as Record<string, string> | undefined),
      },
    })
    const words = Refused.safeParse(body).data?.error.description ?? ''
    const fault = new Error(`Razorpay answered ${status}: ${words}`)
    return { status, body, words, fault }
  }
}

/** True if nothing exists there. Razorpay may report this as a plain bad request, told apart only by its words. */
export const isNothingThere = ({ status, words }: Answered): boolean =>
  status === 404 || (status === 400 && /does not exist/i.test(words))

export const BankNumbers = z.record(z.string(), z.unknown()).nullish().catch(null)

/** The first of these bank references that is present. */
export function bankNumber(numbers: z.output<typeof BankNumbers>, names: string[]): string | null {
  const found = names.map((name) => numbers?.[name]).find(Boolean)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : null
}
