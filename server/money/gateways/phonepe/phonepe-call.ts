import { z } from 'zod'
import { exchange } from '#server/platform/exchange.ts'

export type PhonePeAccount = {
  url: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  clientVersion: string
}
type Reply = Awaited<ReturnType<typeof exchange>>
export type Ask = (path: string, signal: AbortSignal, input?: object) => Promise<Reply>

type Token = { value: string; freshUntil: number }

const Granted = z.object({
  access_token: z.string().min(1),
  issued_at: z.number().nullish(),
  expires_at: z.number(),
})

/** Sends authenticated requests. Repeats a request once with a new token when the old one is refused. */
export function callPhonePe(account: PhonePeAccount, now: () => number) {
  const tokens = keepTokens(account, now)

  const ask: Ask = async (path, signal, input) => {
    const send = ({ value }: Token) =>
      exchange(`${account.url}${path}`, {
        headers: { authorization: `O-Bearer ${value}`, 'content-type': 'application/json' },
        ...(input && { method: 'POST', body: JSON.stringify(input) }),
        signal,
      })
    const token = await tokens.get(signal)
    const reply = await send(token)
    return reply.status === 401 ? send(await tokens.get(signal, token)) : reply
  }

  return { ask, requestToken: tokens.request }
}

/** Shares one token among all requests, until half of its life is over or PhonePe has refused it. */
function keepTokens(
  { tokenUrl, clientId, clientSecret, clientVersion }: PhonePeAccount,
  now: () => number,
) {
  let kept: Promise<Token> | null = null

  const request = (signal: AbortSignal): Promise<Reply> =>
    exchange(`${tokenUrl}/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        client_version: clientVersion,
        grant_type: 'client_credentials',
      }),
      signal,
    })

  async function fetchOne(signal: AbortSignal): Promise<Token> {
    const token = Granted.parse(toldIn(await request(signal)))
    const lifeMs = (token.expires_at - (token.issued_at ?? now() / 1000)) * 1000
    return { value: token.access_token, freshUntil: now() + lifeMs / 2 }
  }

  function keep(fetching: Promise<Token>): Promise<Token> {
    fetching.catch(() => forget(fetching))
    return fetching
  }
  const forget = (one: Promise<Token>) => {
    if (kept === one) kept = null
  }

  async function get(signal: AbortSignal, refused?: Token): Promise<Token> {
    const asked = (kept ??= keep(fetchOne(signal)))
    const token = await asked
    if (token !== refused && token.freshUntil > now()) return token
    forget(asked)
    return (kept ??= keep(fetchOne(signal)))
  }

  return { request, get }
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
