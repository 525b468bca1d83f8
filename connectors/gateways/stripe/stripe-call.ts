import { z } from 'zod'
import { longPatience, requestJson } from '#connectors/request-json.ts'

const VERSION = '2026-10-28.endive' // the version that this code is written for
const PAGE_MAX = '100'

type Fields = Record<string, string>
type Question = { signal: AbortSignal; fields?: Fields; key?: string }
export type StripeReply = {
  status: number
  body: unknown
  type: string
  code: string
  words: string
}
export type Ask = (what: string, question: Question) => Promise<StripeReply>
/** Sends a file, which goes to a host of its own. */
type Upload = (form: FormData) => Promise<StripeReply>
export type StripeCalls = { ask: Ask; list: List; upload: Upload }
export type List = (path: string, fields: Fields, signal: () => AbortSignal) => AsyncGenerator

const Failure = z.object({
  error: z.object({
    type: z.string().catch(''),
    code: z.string().catch(''),
    message: z.string().catch(''),
  }),
})
const Page = z.object({ data: z.array(z.looseObject({ id: z.string() })), has_more: z.boolean() })

/** Reads our reference from the metadata of any Stripe object. */
export const Metadata = z
  .object({ reference: z.string().nullish() })
  .nullish()
  .transform((metadata) => metadata?.reference ?? null)

/** `what` is a method and a path, such as 'GET /v1/balance'. Stripe runs requests with the same key only once. */
export function callStripe(url: string, secretKey: string): StripeCalls {
  const ask: Ask = async (what, { signal, fields = {}, key }) => {
    const [method, path] = what.split(' ') as [string, string]
    const form = new URLSearchParams(fields)
    const query = method === 'GET' && form.size > 0 ? `?${form}` : ''
    const reply = await requestJson(`${url}${path}${query}`, {
      method,
      headers: {
        authorization: `Bearer ${secretKey}`,
        'stripe-version': VERSION,
        ...(key && { 'idempotency-key': key }),
      },
      ...(method === 'POST' && { body: form }),
      signal,
    })
    return toReply(reply)
  }

  const upload: Upload = async (form) =>
    toReply(
      await requestJson(`${filesUrlOf(url)}/v1/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}`, 'stripe-version': VERSION },
        body: form,
        signal: longPatience(),
      }),
    )

  async function* list(path: string, fields: Fields, signal: () => AbortSignal) {
    let cursor: Fields = {}
    for (;;) {
      const input = { ...fields, ...cursor, limit: PAGE_MAX }
      const reply = await ask(`GET ${path}`, { fields: input, signal: signal() })
      const { data, has_more } = Page.parse(toldIn(reply))
      yield* data
      const last = data.at(-1)
      if (!has_more || !last) return
      cursor = { starting_after: last.id }
    }
  }

  return { ask, list, upload }
}

const API = 'https://api.stripe.com'
const filesUrlOf = (url: string): string => (url === API ? 'https://files.stripe.com' : url)

function toReply(reply: { status: number; body: unknown }): StripeReply {
  const { type, code, message } = Failure.safeParse(reply.body).data?.error ?? {}
  return { ...reply, type: type ?? '', code: code ?? '', words: message ?? '' }
}

/** Leaves out Stripe's message, which may show a part of the key. */
export const faultOf = ({ status, type, code }: StripeReply): Error =>
  new Error(`Stripe answered ${status} ${code || type}`)

export function toldIn(reply: StripeReply): unknown {
  if (reply.status >= 300) throw faultOf(reply)
  return reply.body
}
