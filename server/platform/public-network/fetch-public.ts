import type { IncomingMessage } from 'node:http'
import type { FetchPublic } from '#connectors/suppliers/supplier.ts'
import { requestPublic, type PublicRequest } from './request-public.ts'

const BYTES_MAX = 20 * 1024 * 1024
const WITHOUT_BODY = [204, 304]

/**
 * Creates a `fetch` for addresses that staff have typed: it calls public addresses only. Like `fetch`, it throws a
 * TypeError with the cause if there is no answer.
 */
export const createFetchPublic =
  (network: Pick<PublicRequest, 'allowed' | 'nameServers'>): FetchPublic =>
  async (url, { method = 'GET', headers = {}, body = '', signal }) => {
    try {
      const sent = { method, headers, body, signal, ...network }
      return await toResponse(await requestPublic(new URL(url), sent))
    } catch (cause) {
      signal.throwIfAborted()
      throw new TypeError('fetch failed', { cause })
    }
  }

async function toResponse(answer: IncomingMessage): Promise<Response> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    pieces.push(piece)
    size += piece.length
    if (size > BYTES_MAX) throw new Error(`answered more than ${BYTES_MAX} bytes`)
  }
  const status = answer.statusCode!
  return new Response(WITHOUT_BODY.includes(status) ? null : Buffer.concat(pieces), { status })
}
