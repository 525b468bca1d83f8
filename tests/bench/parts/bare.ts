// A bare node:http server that answers with bytes from its parent process. The shop's speed is compared with it.
import { once } from 'node:events'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'

type Answer = { headers: OutgoingHttpHeaders; body: string }

const [{ headers, body }] = (await once(process, 'message')) as [Answer]
const bytes = Buffer.from(body, 'base64')
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
process.send!({ port: (server.address() as AddressInfo).port })
process.on('disconnect', () => process.exit())
