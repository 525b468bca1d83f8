import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export type RawAnswer = { status: number; headers: Map<string, string>; body: string }

/** Sends raw bytes, for requests that no well-behaved client would make. */
export async function sendRaw(shopUrl: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(shopUrl)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  socket.on('error', () => {}) // a shop that hangs up early has already answered
  socket.write(bytes)
  return parseAnswer(await text(socket))
}

/** Sends a request built from its first line, headers and body. The connection closes after the answer. */
export const sendLines = (shopUrl: string, firstLine: string, headers: string[] = [], body = '') =>
  sendRaw(
    shopUrl,
    [
      `${firstLine} HTTP/1.1`,
      'host: shop',
      'connection: close',
      ...(body ? [`content-length: ${Buffer.byteLength(body)}`] : []),
      ...headers,
      '',
      body,
    ].join('\r\n'),
  )

export function parseAnswer(answer: string): RawAnswer {
  const end = answer.indexOf('\r\n\r\n')
  const [first = '', ...lines] = answer.slice(0, end).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return {
    status: Number(first.split(' ')[1]),
    headers: new Map(headers),
    body: answer.slice(end + 4),
  }
}
