// Receives the shop's webhooks. Needs Node 24 and nothing else:
//   WEBHOOK_SECRET=whsec_… PORT=8080 node webhook.ts
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const secret = Buffer.from(process.env.WEBHOOK_SECRET!.replace('whsec_', ''), 'base64')
const seen = new Set<string>() // keep these in your database

function isFromTheShop(headers: Record<string, unknown>, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(at)) < 300)) return false // too old: someone may be replaying it
  const right = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest()
  return String(signatures)
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .some((sum) => sum.length === right.length && timingSafeEqual(sum, right))
}

createServer(async (request, response) => {
  const body = await text(request) // the raw bytes, because the signature covers exactly these
  if (!isFromTheShop(request.headers, body)) return response.writeHead(400).end()
  const event = JSON.parse(body)
  if (!seen.has(event.id)) console.log(event.type, event.data.reference ?? '', event.version)
  seen.add(event.id)
  response.writeHead(204).end() // answer only after you have stored the event
}).listen(Number(process.env.PORT))
