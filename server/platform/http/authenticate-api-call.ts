import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiScope, Endpoint } from '#contract/core/endpoint.ts'
import type { ApiCaller, Context } from '#server/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Serving } from './mount.ts'

/** The key an API client sends, the address it calls from and the scope it needs. */
export type ShownKey = {
  key: string | undefined
  address: string
  scope: ApiScope | undefined
}

type Call = {
  serving: Pick<Serving, 'authenticateApiKey' | 'limits'>
  endpoint: Endpoint
  request: FastifyRequest
  reply: FastifyReply
}

/** Admits an API client and counts its call. The headers of every answer say how much of the limit is left. */
export async function authenticateApiCall(ctx: Context, call: Call): Promise<ApiCaller> {
  const { serving, endpoint, request, reply } = call
  const sent = request.headers['x-api-key']
  const key = typeof sent === 'string' ? sent : undefined
  const shown = { key, address: request.ip, scope: endpoint.scope }
  const caller = await serving.authenticateApiKey(ctx, shown)
  request.callerId = caller.id
  const left = await serving.limits.takeOfKey(caller.key.id)
  const told = {
    'ratelimit-limit': String(left.limit),
    'ratelimit-remaining': String(left.remaining),
    'ratelimit-reset': String(left.resetSeconds),
  }
  reply.headers(told)
  for (const [name, value] of Object.entries({ ...told, 'x-request-id': request.id }))
    reply.raw.setHeader(name, value) // cached answers bypass the framework
  const { retryAfterSeconds } = left
  if (retryAfterSeconds) throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds })
  return caller
}
