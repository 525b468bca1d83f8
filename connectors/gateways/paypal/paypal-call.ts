import { z } from 'zod'
import { priceDecimalsOf, type Currency } from '#contract/core/money.ts'
import { requestJson } from '#connectors/request-json.ts'
import { keepTokens, type Granted } from '#connectors/gateways/tokens.ts'
import { readHundredths } from '#connectors/gateways/wire.ts'

export type PayPalAccount = {
  url: string
  clientId: string
  clientSecret: string
  webhookId: string
}
type Reply = Awaited<ReturnType<typeof requestJson>>
type Question = {
  signal: AbortSignal
  input?: object // sent as JSON
  form?: FormData
  key?: string // PayPal runs requests with the same key only once
}
export type Ask = (what: string, question: Question) => Promise<Reply>

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() })

/** Sends authenticated requests. `what` is a method and a path, such as 'GET /v2/checkout/orders/1'. */
export function callPayPal(account: PayPalAccount, now: () => number) {
  const requestToken = (signal: AbortSignal): Promise<Reply> =>
    requestJson(`${account.url}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${account.clientId}:${account.clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      signal,
    })

  const withToken = keepTokens(async (signal): Promise<Granted> => {
    const { access_token, expires_in } = Token.parse(toldIn(await requestToken(signal)))
    return { value: access_token, lifeMs: expires_in * 1000 }
  }, now)

  const ask: Ask = (what, { signal, input, form, key }) => {
    const [method, path] = what.split(' ') as [string, string]
    return withToken(signal, (token) =>
      requestJson(`${account.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          prefer: 'return=representation',
          ...(!form && { 'content-type': 'application/json' }),
          ...(key && { 'paypal-request-id': key }),
        },
        ...(method === 'POST' && { body: form ?? JSON.stringify(input ?? {}) }),
        signal,
      }),
    )
  }

  return { ask, requestToken }
}

const Failure = z.object({
  name: z.string().catch(''),
  message: z.string().catch(''),
  details: z
    .array(z.object({ issue: z.string().catch(''), description: z.string().catch('') }))
    .catch([]),
})

/** PayPal's error: its code, or that of the first detail, which says more. */
export function failureOf({ status, body }: Reply): { code: string; words: string } | null {
  if (status < 300) return null
  const { name = '', message = '', details = [] } = Failure.safeParse(body).data ?? {}
  const [first] = details
  return { code: first?.issue || name, words: first?.description || message }
}

export const faultOf = (reply: Reply): Error =>
  new Error(`PayPal answered ${reply.status} ${failureOf(reply)?.code ?? ''}`)

export function toldIn(reply: Reply): unknown {
  if (reply.status >= 300) throw faultOf(reply)
  return reply.body
}

export const Money = z.object({ currency_code: z.string(), value: z.string() })

export const toMoney = (amount: number, currency: Currency): z.output<typeof Money> => ({
  currency_code: currency,
  value: (amount / 100).toFixed(priceDecimalsOf(currency)), // PayPal refuses decimals of yen
})

export const readMoney = ({ currency_code, value }: z.output<typeof Money>) => ({
  amount: readHundredths(value),
  currency: currency_code,
})

export const isMissing = (reply: Reply): boolean => reply.status === 404

export const Links = z.array(z.object({ rel: z.string(), href: z.string() }))

const CAPTURE = /\/v2\/payments\/captures\/([\w-]+)$/

/** A refund tells its capture only by a link. Undefined for everything that belongs to no capture. */
export const captureOf = (links: z.output<typeof Links>): string | undefined =>
  links.map(({ rel, href }) => (rel === 'up' ? CAPTURE.exec(href)?.[1] : undefined)).find(Boolean)
