/** An access token, as a gateway grants it. */
export type Granted = { value: string; lifeMs: number }

type Token = { value: string; freshUntil: number }
type Reply = { status: number; body: unknown }

/**
 * Shares one access token among all requests, until half of its life is over or the gateway has refused it. Repeats a
 * request once with a new token when the old one is refused.
 */
export function keepTokens(grant: (signal: AbortSignal) => Promise<Granted>, now: () => number) {
  let kept: Promise<Token> | null = null

  async function fetchOne(signal: AbortSignal): Promise<Token> {
    const { value, lifeMs } = await grant(signal)
    return { value, freshUntil: now() + lifeMs / 2 }
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

  return async (signal: AbortSignal, send: (token: string) => Promise<Reply>): Promise<Reply> => {
    const token = await get(signal)
    const reply = await send(token.value)
    return reply.status === 401 ? send((await get(signal, token)).value) : reply
  }
}
