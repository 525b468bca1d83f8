import { z } from 'zod'
import { requestJson } from '#connectors/request-json.ts'
import { keepTokens, type Granted } from '#connectors/gateways/tokens.ts'

export type PhonePeAccount = {
  url: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  clientVersion: string
}
type Reply = Awaited<ReturnType<typeof requestJson>>
export type Ask = (path: string, signal: AbortSignal, input?: object) => Promise<Reply>

const Token = z.object({
  access_token: z.string().min(1),
  issued_at: z.number().nullish(),
  expires_at: z.number(),
})

/** Sends authenticated requests. */
export function callPhonePe(account: PhonePeAccount, now: () => number) {
  const requestToken = (signal: AbortSignal): Promise<Reply> =>
    requestJson(`${account.tokenUrl}/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: account.clientId,
        client_secret: account.clientSecret,
        client_version: account.clientVersion,
        grant_type: 'client_credentials',
      }),
      signal,
    })

  const withToken = keepTokens(async (signal): Promise<Granted> => {
    const token = Token.parse(toldIn(await requestToken(signal)))
    const lifeMs = (token.expires_at - (token.issued_at ?? now() / 1000)) * 1000
    return { value: token.access_token, lifeMs }
  }, now)

  const ask: Ask = (path, signal, input) =>
    withToken(signal, (token) =>
      requestJson(`${account.url}${path}`, {
        headers: { authorization: `O-Bearer ${token}`, 'content-type': 'application/json' },
        ...(input && { method: 'POST', body: JSON.stringify(input) }),
        signal,
      }),
    )

  return { ask, requestToken }
}

const Failure = z.object({
  code: z.string().nullish(),
  errorCode: z.string().nullish(),
  message: z.string().nullish(),
})

/** PhonePe's errors have their code under one of two names. */
export function failureOf({ status, body }: Reply): { code: string; words: string } | null {
  if (status < 300) return null
  const { code, errorCode, message } = Failure.safeParse(body).data ?? {}
  const told = code ?? errorCode ?? ''
  return { code: told, words: message || told }
}

export const faultOf = (reply: Reply): Error =>
  new Error(`PhonePe answered ${reply.status} ${failureOf(reply)?.code ?? ''}`)

export function toldIn(reply: Reply): unknown {
  if (reply.status >= 300) throw faultOf(reply)
  return reply.body
}
