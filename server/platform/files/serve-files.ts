import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { ImageFormat } from '#contract/core/images.ts'
import { REFUSALS } from '#contract/core/errors/errors.ts'
import type { Context } from '#server/context.ts'
import { hasSeen } from '#server/platform/http/entry.ts'
import { SECURITY_HEADERS } from '#server/platform/http/headers.ts'
import { fileName } from './files.ts'
import { cacheRecent } from './cache-recent.ts'

type Deps = Pick<Context, 'files' | 'log'>

const FOLDER = '/files/'
const ADDRESS = /^\/files\/([0-9a-f]{32})\/([1-9]\d{0,3})\.(avif|webp)$/
const KEPT_BYTES_MAX = 64 * 1024 * 1024
const RETRY_SECONDS = '2'

const FOREVER = 'public, max-age=31536000, immutable'

/** Answers requests below /files and returns true. Returns false for all others. */
export function serveFiles({ files, log }: Deps) {
  const read = cacheRecent((name: string) => files.read(name), KEPT_BYTES_MAX)

  return function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method } = request
    if (!url.startsWith(FOLDER) || (method !== 'GET' && method !== 'HEAD')) return false
    const [, key, width, format] = ADDRESS.exec(url.split('?', 1)[0]!) ?? []
    const name = key && fileName(key, Number(width), format as ImageFormat)
    if (name) void sendFile(request, response, { name, format: format as ImageFormat })
    else sendWords(response, 404, NOTHING)
    return true
  }

  async function sendFile(
    request: IncomingMessage,
    response: ServerResponse,
    { name, format }: { name: string; format: ImageFormat },
  ): Promise<void> {
    const etag = `"${name}"` // its content never changes
    const kept = { ...SECURITY_HEADERS, 'cache-control': FOREVER, etag }
    try {
      const bytes = await read(name)
      if (!bytes) sendWords(response, 404, NOTHING)
      else if (hasSeen(request, etag)) response.writeHead(304, kept).end()
      else {
        const sent = { 'content-type': `image/${format}`, 'content-length': bytes.length }
        response.writeHead(200, { ...kept, ...sent })
        response.end(request.method === 'HEAD' ? undefined : bytes)
      }
    } catch (error) {
      log.error({ err: error, name }, 'file cannot be read')
      sendWords(response, 503, REFUSALS.FILES_UNREACHABLE[1], { 'retry-after': RETRY_SECONDS })
    }
  }
}

const [, NOTHING] = REFUSALS.NO_SUCH_CALL

function sendWords(
  response: ServerResponse,
  status: number,
  words: string,
  more: OutgoingHttpHeaders = {},
): void {
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(words),
    ...more,
  }
  response.writeHead(status, headers).end(words)
}
