import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { adviseOn } from '#contract/resellers/reseller-errors.ts'
import type { Context } from '#server/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { explain } from './explain.ts'
import { API_HEADERS } from './headers.ts'
import { requestSeconds } from './metrics.ts'
import { ANSWER_TIMEOUT_MS, mount, type Serving } from './mount.ts'
import { acceptForms } from './input/read-form.ts'
import { readOnlyJson } from './input/read-json.ts'
import { refuseBytes, refuseUnread } from './input/unreadable.ts'

const BODY_BYTES_MAX = 100_000
const HEADER_BYTES_MAX = 16_384

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
    handlerTimeout: ANSWER_TIMEOUT_MS * ctx.patience,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500 },
    serverFactory: (handle) => listen(handle, serving),
    // A malformed address matches no route, so no hooks run for it.
    frameworkErrors: (error, request, reply) => {
      dress(request, reply)
      void answerError(error, request, reply)
      logRequest(request, reply)
    },
    clientErrorHandler: refuseBytes,
  })
  app.decorateRequest('callerId')
  app.decorateRequest('refusedAs')
  readOnlyJson(app)
  acceptForms(app)
  app.addHook('onRequest', async (request, reply) => dress(request, reply))
  app.addHook('preClose', async () => serving.streams.endAll())
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
  for (const route of serving.routes)
    if (route.endpoint.body !== 'raw') mount(app, ctx, serving, route)
  app.register(async (inner) => {
    readBytes(inner)
    for (const route of serving.routes)
      if (route.endpoint.body === 'raw') mount(inner, ctx, serving, route)
  })
  return app
}

function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  { answerAtOnce, loadShedder }: Serving,
) {
  const server = createServer(
    {
      requireHostHeader: false, // Node's own refusal has no message; refused below
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000, // longer than usual load balancers', which would otherwise use closed sockets
    },
    (request, response) => {
      if (isNamelessHost(request)) refuseUnread(request, response)
      else if (!answerAtOnce(request, response) && !loadShedder.refuse(request, response))
        handle(request, response)
    },
  )
  server.on('checkExpectation', refuseUnread) // emitted for everything but 100-continue
  return server
}

/** HTTP/1.1 requires every request to name its host. */
const isNamelessHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined

/** Closes connections after their last answer. Idle ones would delay the shutdown by a minute. */
function endConnectionsWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

/** Passes on the body as bytes, whatever its content type, for calls made by other companies. */
function readBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

function dress(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(API_HEADERS).header('x-request-id', request.id)
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const reason = isHalf(error, request) ? new Refusal('REQUEST_TOO_SLOW') : error
  const endpoint = endpointOf(request)
  const { status, reply: body, retryAfterSeconds } = explain(reason, endpoint)
  if (!body.success) request.refusedAs = body.code
  if (status >= 500) request.log[levelOf(error)]({ err: error }, 'request failed')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const isApiCall = endpoint?.access === 'api-key'
  if (body.success || (status < 500 && !isApiCall)) return reply.status(status).send(body)
  const advice = isApiCall ? adviseOn(body.code) : {}
  return reply.status(status).send({ ...body, ...advice, requestId: request.id })
}

/** True when the time ran out before the whole request had arrived, which is not the shop's fault. */
const isHalf = (error: unknown, { raw }: FastifyRequest): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'FST_ERR_HANDLER_TIMEOUT' &&
  !raw.complete

/** A deliberate refusal is no fault of the shop, such as one for a gateway that isn't set up. */
const levelOf = (error: unknown): 'warn' | 'error' => (error instanceof Refusal ? 'warn' : 'error')

/** Logs one line per request. It has the route but no full address, which may contain a code or a token. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'unknown'
  const { statusCode: status, elapsedTime } = reply
  const isStream = status === 200 && endpointOf(request)?.stream
  if (!isStream)
    requestSeconds.observe({ method: request.method, route, status }, elapsedTime / 1000)
  request.log.info(
    {
      method: request.method,
      route,
      status,
      ms: Math.round(elapsedTime * 10) / 10,
      address: request.ip,
      ...(request.callerId ? { userId: request.callerId } : {}),
      ...(request.refusedAs ? { refusedAs: request.refusedAs } : {}),
    },
    'request',
  )
}

const endpointOf = (request: FastifyRequest): Endpoint | undefined =>
  request.routeOptions.config.endpoint
