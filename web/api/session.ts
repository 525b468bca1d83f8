import { findHandover, leave } from '#web/state/handover.ts'
import { endSession, readTokens, startSession } from '#web/state/session.ts'
import { readReply } from './read-reply.ts'

type Sent = Omit<RequestInit, 'headers'> & { headers: Record<string, string> }
type Options = { canRefresh: boolean }
type Tokens = { accessToken: string; refreshToken: string }

/** fetch with the stored access token. Refreshes an expired token and retries once. */
export async function authorizedFetch(
  address: string,
  init: Sent,
  { canRefresh }: Options,
): Promise<Response> {
  const { accessToken } = readTokens()
  const response = await send(address, init, accessToken)
  if (response.status !== 401 || !canRefresh) return response
  const fresh = await refreshOnce(accessToken)
  return fresh ? send(address, init, fresh) : response
}

const send = (address: string, init: Sent, accessToken: string | null) =>
  fetch(address, {
    ...init,
    headers: {
      ...init.headers,
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
    },
  })

let refreshing: Promise<string | null> | null = null

/** Refreshes the token once, no matter how many calls fail together in this or other tabs. */
function refreshOnce(stale: string | null): Promise<string | null> {
  refreshing ??= alone(() => refresh(stale)).finally(() => {
    refreshing = null
  })
  return refreshing
}

/** Plain HTTP pages have no Web Locks, so tabs on such a shop do not wait for each other. */
const alone = <T>(run: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('gemstall-session', run) : run()

async function refresh(stale: string | null): Promise<string | null> {
  const { accessToken, refreshToken } = readTokens()
  if (accessToken && accessToken !== stale) return accessToken // another tab has already refreshed it
  const handover = await findHandover(refreshToken)
  if (handover) return take(handover)
  const response = await fetch('/api/v1/auth/refresh-token', {
    method: 'POST',
    body: JSON.stringify(refreshToken ? { refreshToken } : {}),
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(10_000),
  })
  const reply = readReply(await response.json())
  if (reply.success) {
    const tokens = reply.data as Tokens
    take(tokens)
    await leave({ spent: refreshToken!, ...tokens })
    return tokens.accessToken
  }
  if (response.status !== 401) return null
  endSession({ message: reply.message })
  return new Promise(() => {}) // never resolves: the page is closing, so callers must not report the error again
}

function take({ accessToken, refreshToken }: Tokens): string {
  startSession({ accessToken, refreshToken })
  return accessToken
}
