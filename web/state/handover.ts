/**
 * What one tab leaves to the next. Another tab may read the local storage as it was a moment ago; what is here everybody reads
 * as it is. Some browsers have no such place: there, it is as if nothing had been left.
 */
const NAME = 'gemstall-session'
const ADDRESS = '/session'

type Handover = { spent: string; accessToken: string; refreshToken: string }

export async function leave(handover: Handover): Promise<void> {
  try {
    await (await caches.open(NAME)).put(ADDRESS, Response.json(handover))
  } catch {
    // The local storage has the same, and nearly always in time.
  }
}

/** What became of a refresh token, if somebody has used it up. */
export async function findHandover(refreshToken: string | null): Promise<Handover | null> {
  try {
    const left = await (await caches.open(NAME)).match(ADDRESS)
    const handover = (await left?.json()) as Handover | undefined
    return handover?.spent === refreshToken ? handover! : null
  } catch {
    return null
  }
}

export async function forgetHandover(): Promise<void> {
  if ('caches' in window) await caches.delete(NAME).catch(() => false)
}
