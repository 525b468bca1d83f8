import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { pageViews } from '#server/http/metrics.ts'
import { openAssets } from './assets.ts'
import { createEntry, sendEntry, type Entry } from './entry.ts'
import { openRenderer, type VisitorCall } from './render.ts'

export type Pages = {
  /** Answers a page or a file and says true; says false to what is not a page's business. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
}

type Options = { folder: string; call: VisitorCall; log: Logger }

const KEPT_MAX = 5_000
const LOST = '/not-found'
const NOT_A_PAGE = /^\/(api(\/|$)|healthz$|readyz$)/
const FAILED = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Something went wrong</title>
<h1>Something went wrong!</h1><p>Please try again in a moment.</p></html>`

/** Pages rendered on the server: once for each address, then from memory for everybody. */
export async function openPages({ folder, call, log }: Options): Promise<Pages> {
  const assets = openAssets(join(folder, 'client'))
  const renderer = await openRenderer(folder, call)
  const kept = new Map<string, Entry>()
  const underway = new Map<string, Promise<Entry>>()

  async function make(path: string): Promise<Entry> {
    const entry = await createEntry(await renderer.render(path))
    if ((entry.status === 200 || path === LOST) && kept.size < KEPT_MAX) kept.set(path, entry)
    return entry
  }

  function find(url: string): Promise<Entry> | Entry {
    const asset = assets.find(url)
    if (asset) return asset
    // Addresses that lead nowhere have no end; all of them share one answer. So do the many
    // spellings of one that leads somewhere.
    const path = renderer.canonical(url) ?? LOST
    const known = kept.get(path) ?? underway.get(path)
    if (known) return known
    const made = make(path).finally(() => underway.delete(path))
    underway.set(path, made)
    return made
  }

  function fail(error: unknown, response: ServerResponse): void {
    log.error(error, 'page failed')
    pageViews.inc({ status: 500 })
    response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' }).end(FAILED)
  }

  return {
    answer(request, response) {
      const { method, url = '/' } = request
      if (method !== 'GET' && method !== 'HEAD') return false
      const query = url.indexOf('?')
      const path = query === -1 ? url : url.slice(0, query)
      const entry = kept.get(path)
      if (entry) {
        sendEntry(entry, request, response)
        pageViews.inc({ status: response.statusCode })
        return true
      }
      if (NOT_A_PAGE.test(path)) return false
      Promise.resolve(find(path)).then(
        (found) => {
          sendEntry(found, request, response)
          pageViews.inc({ status: response.statusCode })
        },
        (error: unknown) => fail(error, response),
      )
      return true
    },
  }
}
