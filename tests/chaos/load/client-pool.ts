import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WireRequest } from '#contract/core/request.ts'

/** The answer to one request. A status of 0 means no answer. */
export type Sample = {
  status: number
  ms: number
  hasRetryAfter: boolean
  id: string | null // of the created object
}

export type ClientPool = {
  /** Sends a request on a free connection, or returns null if all are waiting. */
  send(request: string): Promise<Sample> | null
  /** Opens `count` more connections, a few at a time, because connecting itself is not under test. */
  connect(count: number): Promise<void>
  /** Returns whether all requests have left this process. */
  isSent(): boolean
  samples: Sample[]
  underWay(): number
  close(): Promise<void>
}

const QUIET_MS = 15_000
const CONNECTED_AT_ONCE = 50

/** Opens many connections that speak a minimum of HTTP, which leaves the cores to the shop. */
export function openClientPool(url: string, connectionsMax: number): ClientPool {
  const { hostname, port } = new URL(url)
  const free: Socket[] = []
  const all = new Set<Socket>()
  const samples: Sample[] = []
  let underWay = 0

  function open(): Socket {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    all.add(socket)
    socket.on('error', () => {}).on('close', () => all.delete(socket))
    return socket
  }

  function findFree(): Socket | null {
    while (free.length > 0) {
      const socket = free.pop()!
      if (!socket.destroyed) return socket
    }
    return all.size < connectionsMax ? open() : null
  }

  async function finish(socket: Socket, request: string): Promise<Sample> {
    const begun = performance.now()
    const answer = await ask(socket, request)
    const sample = { ...answer, ms: performance.now() - begun }
    underWay--
    samples.push(sample)
    if (answer.isOpen) free.push(socket)
    else socket.destroy()
    return sample
  }

  return {
    samples,
    underWay: () => underWay,
    send(request) {
      const socket = findFree()
      if (!socket) return null
      underWay++
      return finish(socket, request)
    },
    async connect(count) {
      for (let made = 0; made < count; made += CONNECTED_AT_ONCE) {
        const some = Array.from({ length: CONNECTED_AT_ONCE }, open)
        await Promise.all(some.map((socket) => once(socket, 'connect')))
        free.push(...some)
      }
    },
    isSent: () =>
      [...all].every(({ connecting, writableLength }) => !connecting && writableLength === 0),
    async close() {
      for (const end = Date.now() + QUIET_MS; underWay > 0 && Date.now() < end;) await sleep(20)
      const closing = [...all].map((socket) => once(socket, 'close'))
      for (const socket of all) socket.destroy()
      await Promise.all(closing)
    },
  }
}

type Answer = Omit<Sample, 'ms'> & { isOpen: boolean }

const NO_ANSWER: Answer = { status: 0, hasRetryAfter: false, id: null, isOpen: false }

function ask(socket: Socket, request: string): Promise<Answer> {
  const done = Promise.withResolvers<Answer>()
  let text = ''
  const miss = () => end(NO_ANSWER)
  const receive = (bytes: Buffer) => {
    text += bytes.toString('latin1')
    const answer = read(text)
    if (answer) end(request.startsWith('POST') ? answer : { ...answer, id: null })
  }
  const end = (answer: Answer) => {
    socket.off('data', receive).off('close', miss)
    done.resolve(answer)
  }
  socket.on('data', receive).once('close', miss)
  socket.write(request)
  return done.promise
}

const HEADERS_END = '\r\n\r\n'
const LENGTH = /content-length: (\d+)/i
const ID = /"_id":"([0-9a-f-]{36})"/

/** Returns null while the answer is incomplete. */
function read(text: string): Answer | null {
  const end = text.indexOf(HEADERS_END)
  if (end < 0) return null
  const headers = text.slice(0, end)
  const length = Number(LENGTH.exec(headers)?.[1] ?? 0)
  if (text.length < end + HEADERS_END.length + length) return null
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1] ?? 0)
  return {
    status,
    hasRetryAfter: /retry-after: \d/i.test(headers),
    id: status === 200 ? (ID.exec(text)?.[1] ?? null) : null,
    isOpen: !/connection: close/i.test(headers),
  }
}

/** The bytes of a call made with somebody's token. */
export function toText({ method, address, headers, body }: WireRequest, token: string): string {
  const content = typeof body === 'string' ? body : ''
  const lines = { host: 'localhost', authorization: `Bearer ${token}`, ...headers }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = `content-length: ${Buffer.byteLength(content)}`
  return `${method} ${address} HTTP/1.1\r\n${head.join('')}${length}\r\n\r\n${content}`
}
