import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { percentile } from './take-turns.ts'

export type Load = { url: string; connections: number; seconds: number }

/** Answers per second, and latencies in milliseconds. */
export type Answered = { rate: number; p50: number; p99: number }

/** Parses only enough HTTP to find the end of an answer, which leaves the CPU to the server. */
export async function measure({ url, connections, seconds }: Load): Promise<Answered> {
  const { hostname, port, pathname } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\naccept-encoding: br\r\n\r\n`
  const sockets = await Promise.all(
    Array.from({ length: connections }, () => open(hostname, Number(port))),
  )
  const times: number[] = []
  const startedAt = performance.now()
  for (const socket of sockets) ask(socket, request, (ms) => void times.push(ms))
  await new Promise((done) => setTimeout(done, seconds * 1000))
  const rate = times.length / ((performance.now() - startedAt) / 1000)
  for (const socket of sockets) socket.destroy()
  return { rate, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

async function open(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true })
  await once(socket, 'connect')
  return socket
}

const HEADERS_END = Buffer.from('\r\n\r\n')
const LENGTH = /content-length: (\d+)/i

/** Sends the next request as soon as the answer is complete. */
function ask(socket: Socket, request: string, onAnswer: (ms: number) => void): void {
  let missing = -1 // bytes of the body still to come; negative while reading headers
  let askedAt = performance.now()
  socket.on('data', (chunk: Buffer) => {
    if (missing < 0) {
      const end = chunk.indexOf(HEADERS_END)
      const headers = chunk.toString('latin1', 0, end)
      if (!headers.startsWith('HTTP/1.1 200')) throw new Error(headers.split('\r\n')[0])
      missing = Number(LENGTH.exec(headers)![1]) - (chunk.length - end - HEADERS_END.length)
    } else missing -= chunk.length
    if (missing > 0) return
    missing = -1
    const now = performance.now()
    onAnswer(now - askedAt)
    askedAt = now
    socket.write(request)
  })
  socket.write(request)
}
