import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { API_HEADERS } from '#server/platform/http/headers.ts'
import { parseAnswer } from '#tests/support/calls/raw.ts'
import { refuseBytes } from './unreadable.ts'

test('a connection that sent nothing closes without an answer, and an incomplete request gets 408', async (t) => {
  const late = 2_000 // far longer than a slow machine takes to read what was sent
  const times = { headersTimeout: late, requestTimeout: late, connectionsCheckingInterval: 10 }
  const server = createServer(times, (_request, response) => response.end('whole'))
  server.on('clientError', refuseBytes)
  await once(server.listen(0), 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const [silent, half, nonsense] = await Promise.all(
    ['', 'GET / HTTP/1.1\r\nhost: sh', 'nonsense\r\n\r\n'].map((sent) => {
      const socket = connect(port, 'localhost')
      if (sent) socket.write(sent)
      return text(socket)
    }),
  )
  assert.equal(silent, '')
  const codes = [half, nonsense].map((answer) => {
    const { status, headers, body } = parseAnswer(answer!)
    const length = String(Buffer.byteLength(body))
    const expected = { ...API_HEADERS, connection: 'close', 'content-length': length }
    assert.partialDeepStrictEqual(Object.fromEntries(headers), expected)
    return [status, JSON.parse(body).code]
  })
  assert.deepEqual(codes, [
    [408, 'REQUEST_TOO_SLOW'],
    [400, 'BAD_INPUT'],
  ])
})
