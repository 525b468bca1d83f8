import { z } from 'zod'
import type { Context, Visit } from '#server/context.ts'
import type { Route } from './implement.ts'

const NOBODY: Visit = {
  address: 'page',
  ip: null,
  userAgent: 'page',
  idempotencyKey: null,
  gone: new AbortController().signal,
  raw: null,
  readCookie: () => undefined,
  writeHeader: () => {},
  writeCookie: () => {},
}

type Called = { method: string; path: string }

/** Calls the API without HTTP, for pages rendered on the server. Only calls open to anyone are allowed. */
export const callAsVisitor =
  (ctx: Context, routes: Route[]) =>
  async ({ method, path }: Called, input: unknown): Promise<unknown> => {
    const route = routes.find(
      ({ endpoint }) => endpoint.method === method && endpoint.path === path,
    )
    if (route?.endpoint.access !== 'anyone')
      throw new Error(`A public page cannot call ${method} ${path}`)
    const output = await route.handle(ctx, route.endpoint.input.parse(input), null as never, NOBODY)
    return z.encode(route.endpoint.output, output)
  }
