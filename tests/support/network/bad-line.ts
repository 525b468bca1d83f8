import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** `lose reply`: the shop has done it, but the caller does not know. `twice`: two equal requests arrive at once. */
type Fault = 'refuse' | 'lose request' | 'lose reply' | 'twice'

type BadLine = {
  url: string
  /** Faults of the next requests, each used once. */
  faults: Fault[]
  /** Requests that the faults are for, such as `POST /api/v1/orders`. All by default. */
  only: RegExp
  /** Method and idempotency key of each request. */
  seen: string[]
}

/** Opens a proxy of HTTP between an API client and a shop, to break single requests. */
export async function openBadLine(
  t: { after(close: () => void): void },
  target: string,
): Promise<BadLine> {
  const line: BadLine = { url: '', faults: [], only: /^/, seen: [] }
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request
    const { host: _, connection: __, ...headers } = request.headers
    const body = await buffer(request)
    line.seen.push(`${method} ${String(headers['idempotency-key'])}`)
    const fault = line.only.test(`${method} ${path}`) ? line.faults.shift() : undefined
    if (fault === 'lose request') return request.socket.destroy()
    if (fault === 'refuse') {
      const refusal = { success: false, code: 'TOO_MANY_REQUESTS', message: 'Later' }
      response.writeHead(429, { 'retry-after': '0' })
      return response.end(JSON.stringify({ ...refusal, isRetryable: true }))
    }
    const send = () =>
      fetch(target + path, {
        method,
        headers: headers as Record<string, string>,
        ...(body.length > 0 ? { body } : {}),
      })
    try {
      const [answer] = await Promise.all(fault === 'twice' ? [send(), send()] : [send()])
      const text = await answer.text()
      if (fault === 'lose reply') return request.socket.destroy()
      const etag = answer.headers.get('etag')
      return response.writeHead(answer.status, etag ? { etag } : {}).end(text)
    } catch {
      return request.socket.destroy() // the shop is down
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return line
}
