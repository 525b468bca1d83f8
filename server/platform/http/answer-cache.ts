import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '#server/context.ts'
import type { Changes } from '#server/platform/db/changes.ts'
import { createEntry, sendEntry, type Entry } from './entry.ts'
import { API_HEADERS } from './headers.ts'
import { createEntryCache } from './entry-cache.ts'
import { cachedAnswers } from './metrics.ts'

/** Caches answers that stay the same until the content changes. */
export type AnswerCache = {
  /** Sends a cached answer to a visitor and returns true. Returns false if there is none. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** Sends the answer cached for the caller, or makes it. */
  send(call: CacheableCall, make: () => Promise<string>): Promise<void>
}

type CacheableCall = {
  request: IncomingMessage
  response: ServerResponse
  caller: Caller | null
  /** The canonical spelling. An address has thousands of others, and each would fill the cache. */
  address: string
  cacheSeconds: number | undefined
}

const HEADERS = {
  ...API_HEADERS,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, max-age=0, must-revalidate',
  vary: 'authorization',
}

export function createAnswerCache(changes: Changes): AnswerCache {
  const entries = createEntryCache(changes, { max: 20_000, isWorthKeeping: () => true })

  return {
    answer(request, response) {
      if (request.method !== 'GET' || request.headers.authorization !== undefined) return false
      const entry = entries.find(request.url ?? '')
      if (entry) reply(entry, request, response)
      return entry !== undefined
    },
    async send({ request, response, caller, address, cacheSeconds: lifeSeconds }, make) {
      const key = caller ? `${caller.role} ${address}` : address // some roles see more than a visitor
      const makeEntry = async () =>
        createEntry({ status: 200, headers: HEADERS, body: Buffer.from(await make()), lifeSeconds })
      reply(entries.find(key) ?? (await entries.get(key, makeEntry)), request, response)
    },
  }
}

function reply(entry: Entry, request: IncomingMessage, response: ServerResponse): void {
  sendEntry(entry, request, response)
  cachedAnswers.inc()
}
