import type { IncomingMessage, ServerResponse } from 'node:http'
import { describeApi } from '#contract/core/openapi.ts'
import type { Caller, Context } from '#server/context.ts'
import { cacheUntilChange } from '#server/platform/db/changes.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { explain } from './explain.ts'
import { API_HEADERS } from './headers.ts'
import type { Route } from './implement.ts'

const ADDRESS = /^\/api-docs\/internal\.json(\?|$)/

type Describing = {
  routes: Route[]
  authenticate(ctx: Context, bearer: string): Promise<Caller | null>
}

/** Serves /api-docs/internal.json, which describes every call, to administrators. Returns false for other addresses. */
export function describeAll(ctx: Context, { routes, authenticate }: Describing) {
  async function describe(): Promise<string> {
    const endpoints = routes.map(
      ({ name, endpoint }) => [name, endpoint] as [string, typeof endpoint],
    )
    const { shopName } = await ctx.settings()
    const about = { title: shopName, version: '1', shopUrl: ctx.config.publicUrl }
    return JSON.stringify(describeApi(endpoints, about), null, 2)
  }

  const description = cacheUntilChange(ctx.changes, describe)

  async function admit({ headers }: IncomingMessage): Promise<void> {
    const [, bearer] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
    const caller = bearer ? await authenticate(ctx, bearer) : null
    if (!caller) throw new Refusal('NOT_SIGNED_IN')
    if (caller.role !== 'admin') throw new Refusal('ACCESS_DENIED')
  }

  return function answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || !ADDRESS.test(request.url ?? '')) return false
    const send = (status: number, text: string) =>
      response
        .writeHead(status, { ...API_HEADERS, 'content-type': 'application/json; charset=utf-8' })
        .end(text)
    admit(request)
      .then(description)
      .then(
        (text) => send(200, text),
        (error: unknown) => {
          const { status, reply } = explain(error)
          if (status >= 500) ctx.log.error({ err: error }, 'request failed')
          send(status, JSON.stringify(reply))
        },
      )
    return true
  }
}
