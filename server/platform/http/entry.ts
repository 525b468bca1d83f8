import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** An answer that is ready to send in every encoding. It is compressed once, not at each request. */
export type Entry = {
  status: number
  etag: string
  variants: Record<Encoding, Variant>
  lifeSeconds: number // after that it is made again, even if no change was reported
}

type Encoding = 'br' | 'gzip' | 'identity'
type Variant = { headers: string[]; unchangedHeaders: string[]; body: Buffer }

type Content = {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
  lifeSeconds?: number | undefined // unlimited if left out
  br?: Buffer // already compressed
  gzip?: Buffer
}

const compressBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const toBrotli = (body: Buffer) =>
  compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
const SMALLEST_WORTH_COMPRESSING = 600

export async function createEntry(content: Content): Promise<Entry> {
  const { status, headers, body, lifeSeconds = Number.POSITIVE_INFINITY } = content
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const isText = /text|json|javascript|svg|manifest|xml/.test(String(headers['content-type']))
  const isWorth = isText && body.length >= SMALLEST_WORTH_COMPRESSING
  const br = isWorth ? (content.br ?? (await toBrotli(body))) : body
  const gz = isWorth ? (content.gzip ?? (await toGzip(body, { level: 9 }))) : body
  const toVariant = (encoded: Buffer, encoding: Encoding): Variant => {
    const vary = [headers['vary'], isWorth && 'accept-encoding'].filter(Boolean).join(', ')
    const kept = { ...headers, etag, ...(vary ? { vary } : {}) }
    const sent = {
      ...kept,
      'content-length': String(encoded.length),
      ...(isWorth && encoding !== 'identity' ? { 'content-encoding': encoding } : {}),
    }
    return { headers: toList(sent), unchangedHeaders: toList(kept), body: encoded }
  }
  const variants = {
    br: toVariant(br, 'br'),
    gzip: toVariant(gz, 'gzip'),
    identity: toVariant(body, 'identity'),
  }
  return { status, etag, variants, lifeSeconds }
}

const toList = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)])

const WANTED = /^\s*q=(1(\.0{0,3})?|0\.(?!0*\s*$)\d{1,3})\s*$/i

export function sendEntry(entry: Entry, request: IncomingMessage, response: ServerResponse): void {
  const { headers, unchangedHeaders, body } = entry.variants[chooseEncoding(request)]
  const isUnchanged = entry.status === 200 && hasSeen(request, entry.etag)
  if (isUnchanged) {
    response.writeHead(304, unchangedHeaders)
    response.end()
  } else {
    response.writeHead(entry.status, headers)
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}

/** Browsers may send several tags. Proxies that change the compression mark tags as weak. */
export const hasSeen = ({ headers }: IncomingMessage, etag: string): boolean =>
  headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ??
  false

function chooseEncoding(request: IncomingMessage): Encoding {
  const named = request.headers['accept-encoding'] ?? ''
  const accepted = named.includes(';') ? named.split(',').filter(isWanted).join() : named
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}

/** Ignores a coding with an invalid weight, because its meaning is unclear. */
function isWanted(coding: string): boolean {
  const [, weight] = coding.split(';')
  return weight === undefined || WANTED.test(weight)
}
