import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Reply } from '#contract/core/endpoint.ts'
import { REFUSALS, type RefusalCode } from '#contract/core/errors/errors.ts'
import { API_HEADERS } from '#server/platform/http/headers.ts'

/** Refuses, with a message, requests that the framework never sees. */
export function refuseUnread(_request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = refuse('BAD_INPUT')
  response.writeHead(status, headers).end(body)
}

/** Answers a connection whose bytes are not a request, or whose request did not arrive in time. */
export function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  // Browsers connect before they have a request. They would take an answer sent now for the answer to their next one.
  if (isLate && socket.bytesRead === 0) return void socket.destroy()
  const { status, headers, body } = refuse(isLate ? 'REQUEST_TOO_SLOW' : 'BAD_INPUT')
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : status
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\n${lines.join('')}\r\n${body}`)
}

function refuse(code: RefusalCode) {
  const [status, message] = REFUSALS[code]
  const body = JSON.stringify({ success: false, code, message, data: null } satisfies Reply)
  const headers = {
    ...API_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  return { status, headers, body }
}
