import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'

export type Fields = Record<string, unknown>

export type Call = {
  url: URL
  headers: IncomingMessage['headers']
  readText(): Promise<string>
  /** Reads a JSON object or a form. Undefined if the body is neither. */
  readFields(): Promise<Fields | undefined>
  /** Reads a form with files. Undefined if the body is none. */
  readForm(): Promise<FormData | undefined>
}

export type Answer = { status: number; headers: Record<string, string>; body: string | Buffer }

/** Closes the connection without an answer. */
export const NO_ANSWER = 'no answer'

export type Handler = (call: Call) => Answer | typeof NO_ANSWER | Promise<Answer | typeof NO_ANSWER>

/** Keyed by method and path, such as 'GET /inbox'. A * matches any one segment. */
export type Routes = Record<string, Handler>

/** A path under which a library answers. */
export type Mount = {
  path: string
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export type Site = { routes: Routes; mounts: Mount[]; headers: Record<string, string> }

const BODY_MAX = 100_000
const FILES_MAX = 6_000_000
const LOCALHOST = ['127.0.0.1', '::1']

export const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

export const page = (body: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
})

export const redirect = (location: string): Answer => ({
  status: 303,
  headers: { location },
  body: '',
})

export const isForm = ({ headers }: Pick<Call, 'headers'>): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

/** Serves on `localhost`. `siteAt` is called once the port, and so the address, is known. */
export async function serve(port: number, siteAt: (url: string) => Site) {
  const site = Promise.withResolvers<Site>()
  const onRequest: RequestListener = async (request, response) =>
    answer(await site.promise, request, response)

  // For any free port, listen on the first address only: the same number may be taken on the other.
  const addresses = port === 0 ? LOCALHOST.slice(0, 1) : LOCALHOST
  const listening = await Promise.all(addresses.map((one) => listen(onRequest, port, one)))
  const servers = listening.filter((server) => server !== undefined)

  const url = `http://localhost:${(servers[0]!.address() as AddressInfo).port}`
  site.resolve(siteAt(url))
  return {
    url,
    async stop() {
      await Promise.all(servers.map(close))
    },
  }
}

/** Undefined if the machine lacks that kind of address. */
async function listen(onRequest: RequestListener, port: number, address: string) {
  const server = createServer(onRequest).listen(port, address)
  return once(server, 'listening').then(
    () => server,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return undefined
      throw error
    },
  )
}

async function close(server: Server): Promise<void> {
  const closed = promisify(server.close.bind(server))()
  server.closeAllConnections()
  await closed
}

async function answer(site: Site, request: IncomingMessage, response: ServerResponse) {
  for (const [name, value] of Object.entries(site.headers)) response.setHeader(name, value)
  try {
    const url = new URL(`http://localhost${request.url}`)
    const mount = site.mounts.find(({ path }) => url.pathname.startsWith(`${path}/`))
    if (mount) return await mount.handle(request, response)

    const handle = findHandler(site.routes, `${request.method} ${url.pathname}`)
    const answered = handle && (await handle(toCall(request, url)))
    send(response, answered ?? nothingAt(request.method, url.pathname))
  } catch (error) {
    console.error(error)
    if (response.headersSent) response.destroy()
    else send(response, json({ message: 'Something went wrong in the sandbox' }, 500))
  }
}

function findHandler(routes: Routes, asked: string): Handler | undefined {
  if (routes[asked]) return routes[asked]
  const segments = asked.split('/')
  const fits = ([route]: [string, Handler]) => {
    const pattern = route.split('/')
    const isSame = (part: string, at: number) => part === '*' || part === segments[at]
    return pattern.length === segments.length && pattern.every(isSame)
  }
  return Object.entries(routes).find(fits)?.[1]
}

/** Reads the body once, and lets it be asked for again. */
function toCall(request: IncomingMessage, url: URL): Call {
  let bytes: Promise<Buffer> | undefined
  const readBytes = () => (bytes ??= readBody(request))
  const readText = async () => (await readBytes()).toString()
  return {
    url,
    headers: request.headers,
    readText,
    readFields: async () => parseFields(request, await readText()),
    readForm: async () => parseForm(request, await readBytes()),
  }
}

const nothingAt = (method: string | undefined, path: string) =>
  json({ message: `The sandbox has nothing at ${method} ${path}` }, 404)

export function send(response: ServerResponse, sent: Answer | typeof NO_ANSWER): void {
  if (sent === NO_ANSWER) response.destroy()
  else response.writeHead(sent.status, sent.headers).end(sent.body)
}

export const readFields = async (request: IncomingMessage): Promise<Fields | undefined> =>
  parseFields(request, (await readBody(request)).toString())

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size <= FILES_MAX) chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

const parseForm = ({ headers }: IncomingMessage, bytes: Buffer): Promise<FormData | undefined> =>
  new Response(new Uint8Array(bytes), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
    .formData()
    .catch(() => undefined)

function parseFields(request: IncomingMessage, text: string): Fields | undefined {
  if (text.length > BODY_MAX) return undefined
  if (isForm(request)) return Object.fromEntries(new URLSearchParams(text))
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Fields) : undefined
  } catch {
    return undefined
  }
}
