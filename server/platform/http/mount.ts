import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  FILE_TYPES,
  API_BASE,
  BareAnswer,
  IdempotencyKey,
  takesForm,
  type Endpoint,
  type Reply,
} from '#contract/core/endpoint.ts'
import { toRequest } from '#contract/core/request.ts'
import type { ApiCaller, Caller, Context, Visit } from '#server/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { admit } from './limits/admit.ts'
import type { LoadShedder } from './limits/load-shedding.ts'
import type { Route } from './implement.ts'
import type { AnswerCache } from './answer-cache.ts'
import { addressOf, networkOf, type FloodLimits } from './limits/flood-limits.ts'
import { readForm } from './input/read-form.ts'
import { readInput } from './input/read-input.ts'
import { authenticateApiCall, type ShownKey } from './authenticate-api-call.ts'
import type { Streams } from './streams.ts'

export type Serving = {
  routes: Route[]
  authenticate(ctx: Context, bearer: string): Promise<Caller | null>
  /** Identifies an API client by its key. Refuses keys that may not make the call, or not from this address. */
  authenticateApiKey(ctx: Context, shown: ShownKey): Promise<ApiCaller>
  limits: FloodLimits
  isReady(): Promise<boolean>
  answerCache: AnswerCache
  streams: Streams
  loadShedder: LoadShedder
  /** Answers pages, files and cached answers without the framework and returns true. Returns false for other calls. */
  answerAtOnce(request: IncomingMessage, response: ServerResponse): boolean
}

export const ANSWER_TIMEOUT_MS = 9_500 // the browser gives up after ten seconds
const GRACE_MS = 200
const NEVER = new AbortController().signal

/** Registers an endpoint: applies its limits, admits the caller, reads the input and sends the output. */
export function mount(app: FastifyInstance, ctx: Context, serving: Serving, route: Route): void {
  const { endpoint, handle } = route
  app.route({
    method: endpoint.method,
    url: `${API_BASE}${endpoint.path}`,
    config: { endpoint },
    ...(endpoint.bodyBytesMax ? { bodyLimit: endpoint.bodyBytesMax } : {}),
    handler: (request, reply) => serving.loadShedder.during(inTime(ctx, answer(request, reply))),
  })

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const visit = toVisit(ctx, { endpoint, request, reply })
    await serving.limits.take('request', visit.address)
    if (endpoint.limit === 'sign-in') await serving.limits.take('sign-in', visit.address)
    const caller =
      endpoint.access === 'api-key'
        ? await authenticateApiCall(ctx, { serving, endpoint, request, reply })
        : await findCaller(request)
    if (endpoint.access !== 'api-key') admit(ctx, endpoint, caller)
    if (endpoint.limit === 'account') await serving.limits.take('account', caller!.id)
    const input = endpoint.input.parse(readInput(endpoint, await readSent(request, endpoint)))
    if (endpoint.stream) {
      const bearer = readBearer(request)!
      const stream = {
        callerId: caller!.id,
        isStillHere: async () => isSame(await serving.authenticate(ctx, bearer), caller!),
        open: (gone: AbortSignal) =>
          handle(ctx, input, caller as Caller, { ...visit, gone }) as unknown as AsyncGenerator,
      }
      if (endpoint.file)
        return serving.streams.sendFile(reply, { ...stream, headers: fileHeaders(endpoint) })
      return serving.streams.send(reply, {
        ...stream,
        write: (value) => JSON.stringify(z.encode(endpoint.output, value)),
      })
    }
    const run = async () => {
      const output = await handle(ctx, input, caller as Caller, visit)
      const data = z.encode(endpoint.output, output)
      return { success: true, message: endpoint.message, data } satisfies Reply
    }
    if (endpoint.file) return sendFile(reply, endpoint, (await run()).data)
    if (endpoint.bare) return sendBare(reply, BareAnswer.parse((await run()).data))
    if (endpoint.redirect) return sendOn(reply, (await run()).data)
    if (!isKept(endpoint, request.url)) return run()
    const { address } = toRequest(endpoint, input)
    const { cacheSeconds } = endpoint
    const call = { request: request.raw, response: reply.raw, caller, address, cacheSeconds }
    await serving.answerCache.send(call, async () => JSON.stringify(await run()))
    return reply.hijack()
  }

  async function findCaller(request: FastifyRequest): Promise<Caller | null> {
    const bearer = readBearer(request)
    const caller = bearer ? await serving.authenticate(ctx, bearer) : null
    if (caller) request.callerId = caller.id
    return caller
  }
}

/** True when the caller is still signed in with the same role and rights. */
const isSame = (now: Caller | null, before: Caller): boolean =>
  now?.role === before.role && String(now.rights) === String(before.rights)

/** Answers to queries are not cached, unless an API key limits who may ask. */
const isKept = ({ keep, access }: Endpoint, url: string): boolean =>
  keep === true && (!url.includes('?') || access === 'api-key')

const readBearer = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]

/** Limits the time for an answer. The framework's own limit applies only until the request's body has arrived. */
async function inTime<T>({ patience }: Pick<Context, 'patience'>, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const refusal = () => late.reject(new Refusal('BUSY', { retryAfterSeconds: 2 }))
  const timer = setTimeout(refusal, ANSWER_TIMEOUT_MS * patience + GRACE_MS)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Reads a form only here, after its sender has been admitted. */
async function readSent(request: FastifyRequest, endpoint: Endpoint) {
  const isForm = request.isMultipart() || endpoint.body === 'multipart'
  if (!takesForm(endpoint) || !isForm) return request
  const { params, query } = request
  return { params, query, body: await readForm(request) }
}

const sendFile = (reply: FastifyReply, endpoint: Endpoint, content: unknown): FastifyReply =>
  reply.headers(fileHeaders(endpoint)).send(content)

const fileHeaders = ({ path, file }: Endpoint) => ({
  'content-type': FILE_TYPES[file!],
  'content-disposition': `attachment; filename="${path.split('/').at(-1)}"`,
})

const sendBare = (
  reply: FastifyReply,
  { contentType, text }: z.output<typeof BareAnswer>,
): FastifyReply => reply.header('content-type', contentType).send(text)

/** Status 303 makes the browser continue with GET, whatever method it used. */
const sendOn = (reply: FastifyReply, address: unknown): FastifyReply =>
  reply.status(303).header('location', address).send()

function readIdempotencyKey({ headers }: FastifyRequest): string | null {
  const sent = headers['idempotency-key']
  if (sent === undefined) return null
  const { data, error } = IdempotencyKey.safeParse(sent)
  if (error) throw new Refusal('BAD_INPUT', { message: error.issues[0]!.message })
  return data
}

const readRaw = ({ headers, body }: FastifyRequest) => ({
  headers,
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
})

type VisitedCall = { endpoint: Endpoint; request: FastifyRequest; reply: FastifyReply }

function toVisit(
  { config }: Pick<Context, 'config'>,
  { endpoint, request, reply }: VisitedCall,
): Visit {
  const isSecure = config.publicUrl.startsWith('https:')
  // With this prefix, browsers accept a cookie only from this host over TLS. A shop on a laptop has no TLS.
  const named = (name: string) => (isSecure ? `__Host-${name}` : name)
  return {
    address: networkOf(request.ip),
    ip: addressOf(request.ip),
    idempotencyKey: endpoint.idempotent ? readIdempotencyKey(request) : null,
    gone: NEVER,
    raw: endpoint.body === 'raw' ? readRaw(request) : null,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    writeHeader: (name, value) => void reply.header(name, value),
    readCookie: (name) => parseCookie(request.headers.cookie ?? '')[named(name)],
    writeCookie: (name, value, lifeSeconds) =>
      reply.header(
        'set-cookie',
        stringifySetCookie({
          name: named(name),
          value,
          maxAge: lifeSeconds,
          path: isSecure ? '/' : API_BASE,
          httpOnly: true,
          sameSite: 'lax',
          secure: isSecure,
        }),
      ),
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    callerId?: string
    refusedAs?: string
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}
