import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Load = { url: string; connections: number; seconds: number }

/** Answers a second. Speaks just enough HTTP to know where an answer ends, to leave the cores to the server. */
export async function measure({ url, connections, seconds }: Load): Promise<number> {
  const { hostname, port, pathname } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\naccept-encoding: br\r\n\r\n`
  const sockets = await Promise.all(
    Array.from({ length: connections }, () => open(hostname, Number(port))),
  )
  let answers = 0
  for (const socket of sockets) ask(socket, request, () => void answers++)
  const startedAt = performance.now()
  await new Promise((done) => setTimeout(done, seconds * 1000))
  const rate = answers / ((performance.now() - startedAt) / 1000)
  for (const socket of sockets) socket.destroy()
  return rate
}

async function open(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true })
  await once(socket, 'connect')
  return socket
}

const HEADERS_END = Buffer.from('\r\n\r\n')
const LENGTH = /content-length: (\d+)/i

/** Asks again whenever the answer is complete. */
function ask(socket: Socket, request: string, onAnswer: () => void): void {
  let missing = -1 // bytes of the body yet to come; below zero while the headers are
  socket.on('data', (chunk: Buffer) => {
    if (missing < 0) {
      const end = chunk.indexOf(HEADERS_END)
      const headers = chunk.toString('latin1', 0, end)
      if (!headers.startsWith('HTTP/1.1 200')) throw new Error(headers.split('\r\n')[0])
      missing = Number(LENGTH.exec(headers)![1]) - (chunk.length - end - HEADERS_END.length)
    } else missing -= chunk.length
    if (missing > 0) return
    missing = -1
    onAnswer()
    socket.write(request)
  })
  socket.write(request)
}
