import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Changes } from '#server/platform/db/changes.ts'
import { isDatabaseAway } from '#server/platform/db/db.ts'
import { createEntry, sendEntry, type Entry } from '#server/platform/http/entry.ts'
import { createEntryCache } from '#server/platform/http/entry-cache.ts'
import { SECURITY_HEADERS } from '#server/platform/http/headers.ts'
import { countPage } from '#server/platform/http/metrics.ts'
import { openAssets } from './assets.ts'
import { openRenderer, type VisitorCall } from './render.ts'

export type Pages = {
  /** Sends a cached page and returns true. Returns false if there is none. */
  answerCached(request: IncomingMessage, response: ServerResponse): boolean
  /** Answers a page or a file and returns true. Returns false for other requests, such as API calls. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** Sends the page for addresses that don't exist. */
  answerLost(request: IncomingMessage, response: ServerResponse): void
  /** Sends the page for errors. */
  fail(error: unknown, response: ServerResponse): void
}

type Options = {
  folder: string
  publicUrl: string
  call: VisitorCall
  changes: Changes
  log: Logger
}

const KEPT_MAX = 5_000
const LOST = '/not-found'
const NOT_A_PAGE = /^\/(api(\/|$)|healthz$|readyz$)/
const FAILED = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Something went wrong</title>
<h1>Something went wrong!</h1><p>Please try again in a moment.</p></html>`

/** Renders each page once per address and version of the content. Everybody then gets it from the cache. */
export async function openPages({
  folder,
  publicUrl,
  call,
  changes,
  log,
}: Options): Promise<Pages> {
  const assets = openAssets(join(folder, 'client'))
  const renderer = await openRenderer(folder, call, publicUrl)
  const entries = createEntryCache(changes, {
    max: KEPT_MAX,
    // 503 is the page of a closed shop, which must not cost more than an open shop's.
    isWorthKeeping: ({ status }, path) => status === 200 || status === 503 || path === LOST,
  })

  function find(url: string): Promise<Entry> | Entry {
    const asset = assets.find(url)
    if (asset) return asset
    // Unknown addresses are endless, so they share one cached page. All spellings of a known address share one too.
    const path = renderer.canonical(url) ?? LOST
    return (
      entries.find(path) ?? entries.get(path, async () => createEntry(await renderer.render(path)))
    )
  }

  function fail(error: unknown, response: ServerResponse): void {
    const isAway = isDatabaseAway(error)
    const status = isAway ? 503 : 500
    log[isAway ? 'warn' : 'error'](error, 'page failed')
    countPage(status)
    const headers = { ...SECURITY_HEADERS, 'content-type': 'text/html; charset=utf-8' }
    response.writeHead(status, { ...headers, 'cache-control': 'no-store', 'retry-after': '2' })
    response.end(FAILED)
  }

  function sendLater(path: string, request: IncomingMessage, response: ServerResponse): true {
    Promise.resolve(find(path)).then(
      (found) => send(found, request, response),
      (error: unknown) => fail(error, response),
    )
    return true
  }

  return {
    answerCached(request, response) {
      const entry = isRead(request) && entries.find(pathOf(request))
      return entry ? send(entry, request, response) : false
    },
    answer(request, response) {
      const path = pathOf(request)
      return isRead(request) && !NOT_A_PAGE.test(path) && sendLater(path, request, response)
    },
    answerLost: (request, response) => void sendLater(LOST, request, response),
    fail,
  }
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

function pathOf({ url = '/' }: IncomingMessage): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

function send(found: Entry, request: IncomingMessage, response: ServerResponse): true {
  sendEntry(found, request, response)
  countPage(response.statusCode)
  return true
}
