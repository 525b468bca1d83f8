/**
 * Passes a session from one tab to the next through the Cache API. Other tabs may read slightly stale local storage,
 * but the cache is always current. Browsers without the Cache API behave as if nothing was stored.
 */
const NAME = 'gemstall-session'
const ADDRESS = '/session'

type Handover = { spent: string; accessToken: string; refreshToken: string }

export async function leave(handover: Handover): Promise<void> {
  try {
    await (await caches.open(NAME)).put(ADDRESS, Response.json(handover))
  } catch {
    // Local storage has the same tokens and is nearly always current.
  }
}

/** Finds the tokens that replaced a refresh token, if another tab already used it. */
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
