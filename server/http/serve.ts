import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { z } from 'zod'
import { API_BASE, type Access, type Endpoint, type Reply } from '#contract/endpoint.ts'
import { REFUSALS } from '#contract/errors.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import { explain } from './explain.ts'
import { API_HEADERS } from './headers.ts'
import type { Route } from './implement.ts'
import { networkOf, type FloodLimits } from './limits.ts'
import { requestSeconds } from './metrics.ts'
import { readInput } from './read-input.ts'
import { Refusal } from './refusal.ts'

export type Serving = {
  routes: Route[]
  authenticate(ctx: Context, bearer: string): Promise<Caller | null>
  limits: FloodLimits
  isReady(): Promise<boolean>
  /** Answers pages and assets itself and says true; everything else is the API's. */
  answerPage(request: IncomingMessage, response: ServerResponse): boolean
}

const BODY_BYTES_MAX = 100_000
const HEADER_BYTES_MAX = 16_384
const ANSWER_TIMEOUT_MS = 9_500 // the browser gives up after ten seconds

/** The only file that knows the web framework. */
export function serve(ctx: Context, serving: Serving): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    trustProxy: ctx.config.trustedProxies.length > 0 ? ctx.config.trustedProxies : false,
    bodyLimit: BODY_BYTES_MAX,
    handlerTimeout: ANSWER_TIMEOUT_MS,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500 },
    serverFactory: (handle) => listen(handle, serving),
    // An address that cannot be read comes to no route, and so past the hooks.
    frameworkErrors: (error, request, reply) => {
      dress(request, reply)
      void answerError(error, request, reply)
      logRequest(request, reply)
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return
      const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
      const body = JSON.stringify(toReply(new Refusal('BAD_INPUT')))
      socket.end(
        `HTTP/1.1 ${status} Bad Request\r\ncontent-type: application/json\r\n` +
          `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      )
    },
  })
  app.decorateRequest('callerId')
  readOnlyJson(app)
  app.addHook('onRequest', async (request, reply) => dress(request, reply))
  endConnectionsWhileClosing(app)
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply))
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    answerError(new Refusal('NO_SUCH_CALL'), request, reply),
  )
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const isReady = await serving.isReady()
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
  for (const route of serving.routes) mount(app, ctx, serving, route)
  return app
}

function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  { answerPage }: Serving,
) {
  return createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000, // longer than the usual load balancer's, or it meets closed sockets
    },
    (request, response) => {
      if (!answerPage(request, response)) handle(request, response)
    },
  )
}

/** A connection that is kept alive past its last answer would hold up the end by a minute. */
function endConnectionsWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

/** Bodies are JSON or nothing: forms and plain text would let other sites post without asking. */
function readOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null)
    else void parse(request, body as string, done)
  })
}

function mount(app: FastifyInstance, ctx: Context, serving: Serving, route: Route): void {
  const { endpoint, handle } = route
  app.route({
    method: endpoint.method,
    url: `${API_BASE}${endpoint.path}`,
    config: { endpoint },
    handler: async (request, reply) => {
      const visit = toVisit(request, reply)
      await serving.limits.take('request', visit.address)
      if (endpoint.limit === 'sign-in') await serving.limits.take('sign-in', visit.address)
      const caller = await admit(request, endpoint.access)
      if (endpoint.limit === 'account') await serving.limits.take('account', caller!.id)
      const input = endpoint.input.parse(readInput(endpoint, request))
      const output = await handle(ctx, input, caller as Caller, visit)
      const data = z.encode(endpoint.output, output)
      return { success: true, message: endpoint.message, data } satisfies Reply
    },
  })

  async function admit(request: FastifyRequest, access: Access): Promise<Caller | null> {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const caller = bearer ? await serving.authenticate(ctx, bearer) : null
    if (caller) request.callerId = caller.id
    if (access === 'anyone') return caller
    if (!caller) throw new Refusal('NOT_SIGNED_IN')
    if (access !== 'signed-in' && caller.role !== access) throw new Refusal('ACCESS_DENIED')
    return caller
  }
}

function toVisit(request: FastifyRequest, reply: FastifyReply): Visit {
  return {
    address: networkOf(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    readCookie: (name) => parseCookie(request.headers.cookie ?? '')[name],
    writeCookie: (name, value, lifeSeconds) =>
      reply.header(
        'set-cookie',
        stringifySetCookie({
          name,
          value,
          maxAge: lifeSeconds,
          path: API_BASE,
          httpOnly: true,
          sameSite: 'lax',
          secure: request.protocol === 'https',
        }),
      ),
  }
}

function dress(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(API_HEADERS).header('x-request-id', request.id)
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const reason = isHalf(error, request) ? new Refusal('REQUEST_TOO_SLOW') : error
  const { status, reply: body, retryAfterSeconds } = explain(reason, endpointOf(request))
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const withId = status >= 500 && !body.success ? { ...body, requestId: request.id } : body
  return reply.status(status).send(withId)
}

/** The time ran out while the rest of the request was still to come: not the shop's fault. */
const isHalf = (error: unknown, { raw }: FastifyRequest): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'FST_ERR_HANDLER_TIMEOUT' &&
  !raw.complete

/** One line a request. The address asked for is left out: it may carry a code or a token. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'unknown'
  const { statusCode: status, elapsedTime } = reply
  requestSeconds.observe({ method: request.method, route, status }, elapsedTime / 1000)
  request.log.info(
    {
      method: request.method,
      route,
      status,
      ms: Math.round(elapsedTime * 10) / 10,
      address: request.ip,
      ...(request.callerId ? { userId: request.callerId } : {}),
    },
    'request',
  )
}

const endpointOf = (request: FastifyRequest): Endpoint | undefined =>
  request.routeOptions.config.endpoint

const toReply = ({ code }: Refusal): Reply => ({
  success: false,
  code,
  message: REFUSALS[code][1],
  data: null,
})

declare module 'fastify' {
  interface FastifyRequest {
    callerId?: string
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}
