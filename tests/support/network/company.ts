import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
type Said = { status?: number; body: unknown }

/** Opens a server that plays an outside company. It answers what the test wants and records the requests. */
export async function openCompany(t: TestContext, answer: (heard: ReceivedRequest) => Said) {
  const heard: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const one = {
      method: request.method!,
      path: request.url!,
      headers: request.headers,
      body: await text(request),
    }
    heard.push(one)
    const { status = 200, body } = answer(one)
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' })
    response.end(isText ? body : JSON.stringify(body))
  }).listen(0, 'localhost')
  await once(server, 'listening')
  t.after(() => server.close())
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, heard }
}
