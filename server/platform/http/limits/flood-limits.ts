import { isIP } from 'node:net'
import type { Redis } from 'iovalkey'
import {
  RateLimiterMemory,
  RateLimiterRes,
  RateLimiterValkey,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { LimitClass } from '#contract/core/endpoint.ts'
import type { Config } from '#server/platform/config/config.ts'
import { Refusal } from '#server/platform/refusal.ts'

/**
 * Rate limits against floods of requests. A count may be lost with its process. Limits that protect money or a secret
 * are counted in the database instead, see rate-limits.ts.
 */
export type FloodLimits = {
  /** Counts a call with an API key. Returns how much is left, for the client to know. */
  takeOfKey(keyId: string): Promise<Left>
  take(limit: LimitClass | 'request', subject: string): Promise<void>
  close(): Promise<void>
}

/** The rest of a key's limit, and the time until it is full again. `retryAfterSeconds` is set if nothing was left. */
type Left = {
  limit: number
  remaining: number
  resetSeconds: number
  retryAfterSeconds: number | null
}

const KEY_WINDOW_SECONDS = 2 // allows bursts of two seconds' worth of calls

export async function createFloodLimits(config: Config): Promise<FloodLimits> {
  const store = config.redisUrl ? await connectStore(config.redisUrl) : null
  const { requestsPerMinute, signInsPerMinute, accountChangesPerMinute } = config.limits
  const keyLimit = config.limits.apiRequestsPerSecond * KEY_WINDOW_SECONDS
  const ofKeys = createLimiter(store, 'api-key', keyLimit, KEY_WINDOW_SECONDS)
  const limiters = {
    request: createLimiter(store, 'request', requestsPerMinute),
    'sign-in': createLimiter(store, 'sign-in', signInsPerMinute),
    account: createLimiter(store, 'account', accountChangesPerMinute),
  }
  return {
    async takeOfKey(keyId) {
      const taken = await ofKeys.consume(keyId).catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused
        throw refused
      })
      const resetSeconds = Math.max(1, Math.ceil(taken.msBeforeNext / 1000))
      const isOver = taken.consumedPoints > keyLimit
      return {
        limit: keyLimit,
        remaining: Math.max(0, keyLimit - taken.consumedPoints),
        resetSeconds,
        retryAfterSeconds: isOver ? resetSeconds : null,
      }
    },
    async take(limit, subject) {
      try {
        await limiters[limit].consume(subject)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds })
      }
    },
    async close() {
      store?.disconnect()
    },
  }
}

// The library's own script works only with Valkey. This one works with Redis too.
const COUNT = `
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
return {redis.call('incrby', KEYS[1], ARGV[1]), redis.call('pttl', KEYS[1])}`

function createLimiter(
  store: Redis | null,
  name: string,
  points: number,
  duration = 60, // seconds
): RateLimiterAbstract {
  const memory = new RateLimiterMemory({ keyPrefix: name, points, duration })
  if (!store) return memory
  return new RateLimiterValkey({
    storeClient: store,
    keyPrefix: `gemstall:${name}`,
    points,
    duration,
    insuranceLimiter: memory, // if the store fails, each node counts for itself, so that the shop stays open
    rejectIfValkeyNotReady: true,
    customIncrTtlLuaScript: COUNT,
  })
}

const SILENCE_MS = 500
const BEAT_MS = 1_000

/** Reconnects when the store does not answer. Calls would wait for a silent store, but don't wait for a reconnect. */
async function leaveIfSilent(store: Redis): Promise<void> {
  if (store.status !== 'ready') return
  await store.ping().catch(() => store.disconnect(true))
}

async function connectStore(url: string): Promise<Redis> {
  const { Redis } = await import('iovalkey')
  const store = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: SILENCE_MS,
    connectTimeout: 2 * BEAT_MS,
    lazyConnect: true,
  })
  store.on('error', () => {}) // it reconnects by itself, and `insuranceLimiter` counts meanwhile
  const beat = setInterval(() => void leaveIfSilent(store), BEAT_MS).unref()
  store.once('end', () => clearInterval(beat)) // this event is not always emitted
  await store.connect().catch(() => {})
  return store
}

/** The part of a network address that one customer holds: an IPv6 home has a whole /64. */
export function networkOf(written: string): string {
  const address = withoutPort(written)
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  const [head = '', tail] = address.split('::')
  const groups = head ? head.split(':') : []
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail ? tail.split(':').length : 0)
  const full = [...groups, ...Array<string>(missing).fill('0'), ...(tail ? tail.split(':') : [])]
  const home = full.slice(0, 4).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
  return `${home.join(':')}::/64`
}

/** Returns the full address of the caller, or null when a proxy sent no valid one. */
export function addressOf(written: string): string | null {
  const address = withoutPort(written).replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? null : address
}

/** Some proxies append the caller's port, which differs for each connection. */
const withoutPort = (address: string) =>
  /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ??
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ??
  address
