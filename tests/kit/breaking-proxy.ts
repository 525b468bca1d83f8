import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** How the proxy treats each request. */
export type Break =
  | { is: 'forward' }
  | { is: 'lose the request' } // the company never gets it
  | Lost
  | { is: 'answer'; status: number; type: string; body: string; location?: string }
  | { is: 'stay silent' }

/** The company has done its work, and then the connection ends. `only` is the number of the request that suffers. */
type Lost = {
  is: 'lose the answer' | 'cut the answer' // cut: its first half arrives
  only?: number
}

export type BreakingProxy = {
  url: string
  /** Sets the address that requests are forwarded to. */
  forwardTo(url: string): void
  /** Treats all requests like this while the work runs. */
  during<T>(how: Break, work: () => Promise<T>): Promise<T>
  /** Requests so far. */
  count(): number
  stop(): Promise<void>
}

/** Stands between a connector and its twin, and breaks what the network or the company may break. */
export async function openBreakingProxy(): Promise<BreakingProxy> {
  let target = ''
  let how: Break = { is: 'forward' }
  let count = 0
  let countBefore = 0
  const server = createServer((asked, answer) => {
    const number = count++ - countBefore
    const isSpared = 'only' in how && how.only !== number
    const own: Break = isSpared ? { is: 'forward' } : how
    void treat(own, { asked, answer, target }).catch(() => answer.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo: (url) => void (target = url),
    count: () => count,
    async during(next, work) {
      how = next
      countBefore = count
      return work().finally(() => (how = { is: 'forward' }))
    },
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

type Exchange = { asked: IncomingMessage; answer: ServerResponse; target: string }

async function treat(how: Break, { asked, answer, target }: Exchange): Promise<void> {
  const body = await buffer(asked)
  if (how.is === 'stay silent') return
  if (how.is === 'lose the request') return void answer.destroy()
  if (how.is === 'answer') {
    const headers = { 'content-type': how.type, ...(how.location && { location: how.location }) }
    answer.writeHead(how.status, headers).end(how.body)
    return
  }
  const heard = await forward(asked, body, target)
  if (how.is === 'lose the answer') return void answer.destroy()
  if (how.is === 'cut the answer') {
    answer.writeHead(heard.status, heard.headers)
    answer.write(heard.body.subarray(0, Math.floor(heard.body.length / 2)))
    return void setImmediate(() => answer.destroy())
  }
  answer.writeHead(heard.status, heard.headers).end(heard.body)
}

async function forward({ method, url, headers }: IncomingMessage, body: Buffer, target: string) {
  const { host } = new URL(target)
  const sent = request(new URL(url!, target), { method, headers: { ...headers, host } }).end(body)
  const [heard] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: heard.statusCode!, headers: heard.headers, body: await buffer(heard) }
}
