import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '#server/context.ts'
import { SECURITY_HEADERS } from '#server/platform/http/headers.ts'
import type { Pages } from '#server/platform/pages/pages.ts'

const ADDRESS = /^\/go\/([^/?]+)\/?(\?|$)/

/** Redirects /go/{slug} and counts the click. Returns false for every other path. */
export const redirectGotoLink =
  (ctx: Pick<Context, 'gotoLinks'>, { answerLost, fail }: Pages) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const [, slug] = ADDRESS.exec(request.url ?? '') ?? []
    if (!slug || request.method !== 'GET') return false
    ctx.gotoLinks
      .follow(slug)
      .then((location) => {
        if (location) response.writeHead(302, { ...HEADERS, location }).end()
        else answerLost(request, response)
      })
      .catch((error: unknown) => fail(error, response))
    return true
  }

const HEADERS = { ...SECURITY_HEADERS, 'cache-control': 'no-store', 'content-length': '0' }
