import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Held = { seconds: number; worstMs: number; wrong: string[] }

const PATIENCE_MS = 180_000
const BEGINNINGS = [
  '',
  'GET /api/v1/user HT',
  'GET / HTTP/1.1\r\nhost: shop\r\nx: y',
  'POST /api/v1/auth/login HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"email"',
  'POST /api/v1/auth/login HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"em',
  'POST /api/v1/webhook/razorpay HTTP/1.1\r\nhost: shop\r\ncontent-length: 500\r\n\r\n{',
]

/**
 * Opens `count` requests and never finishes them; a third of them send one byte a second. The server must drop each
 * within a minute and answer other requests meanwhile.
 */
export async function holdLines(url: string, count: number): Promise<Held> {
  const { hostname, port } = new URL(url)
  const begun = performance.now()
  const sockets = Array.from({ length: count }, () =>
    connect({ host: hostname, port: Number(port) }).on('error', () => {}),
  )
  const ended = sockets.map(async (socket, index) => {
    await once(socket, 'connect')
    const words = BEGINNINGS[index % BEGINNINGS.length]!
    socket.write(words)
    socket.resume()
    const trickle = index % 3 === 0 && words ? setInterval(() => drip(socket), 1_000) : undefined
    const patience = new AbortController()
    const isEnded = await Promise.race([
      once(socket, 'close').then(() => true),
      sleep(PATIENCE_MS, words === '', { signal: patience.signal }), // a connection that sent nothing may stay open
    ])
    patience.abort()
    clearInterval(trickle)
    socket.destroy()
    return isEnded ? null : `${words.slice(0, 60)} is waited for forever`
  })
  let worstMs = 0
  let isOver = false
  const all = Promise.all(ended).finally(() => (isOver = true))
  while (!isOver) {
    const sentAt = performance.now()
    await (await fetch(`${url}/api/v1/game`)).text()
    worstMs = Math.max(worstMs, Math.round(performance.now() - sentAt))
    await sleep(100)
  }
  const wrong = (await all).filter((fault) => fault !== null)
  return { seconds: Math.round((performance.now() - begun) / 1000), worstMs, wrong }
}

const drip = (socket: Socket) => socket.writable && socket.write('a')
