import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** Stands in the place of the shop, and only writes down what companies send there. */
export async function openReceiver() {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { url, headers } = request
    received.push({ path: url!, headers, body: await buffer(request) })
    response.end('success')
  }).listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    received,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
