import { Resolver } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps, type RequestOptions } from 'node:https'
import { isIP, type BlockList, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { mayCall } from './addresses.ts'
import { hostOf } from './check-url.ts'

export type PublicRequest = {
  method: string
  headers: Record<string, string>
  body: string
  allowed: BlockList // networks that may be called in addition to the public ones
  signal: AbortSignal
  nameServers?: string[] // instead of the machine's own
}

const RESOLVER = { timeout: 2_000, tries: 2 }

/**
 * Sends a request to a stranger's server. Refuses addresses that the shop must not call. It checks the very addresses
 * the socket will use, so DNS can't change its answer in between. Follows no redirects.
 */
export async function requestPublic(url: URL, sent: PublicRequest): Promise<IncomingMessage> {
  const { method, headers, body, allowed, signal } = sent
  const host = hostOf(url)
  if (isIP(host) && !mayCall(host, allowed)) throw privateAddress() // sockets skip the lookup for IP addresses
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return send(url, body, {
    method,
    headers: { ...headers, ...length, 'accept-encoding': 'identity' },
    agent: false, // no connection is reused
    autoSelectFamily: true,
    lookup: lookUp(sent) as LookupFunction,
    signal,
  })
}

type Options = RequestOptions & { autoSelectFamily: true } // makes the socket look up all addresses of a name

const send = (url: URL, body: string, options: Options): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    request(url, options).on('response', resolve).on('error', reject).end(body)
  })

const privateAddress = () => Object.assign(new Error('private'), { code: 'PRIVATE_ADDRESS' })

type ResolvedAddress = { address: string; family: 4 | 6 }

/** The lookup function that a socket calls for a name. It refuses a name if any of its addresses is forbidden. */
const lookUp =
  ({ allowed, nameServers }: Pick<PublicRequest, 'allowed' | 'nameServers'>) =>
  (
    hostname: string,
    _options: unknown,
    done: (error: Error | null, found: ResolvedAddress[]) => void,
  ) =>
    callbackify(async () => {
      const found = await resolve(hostname, nameServers)
      if (!found.every(({ address }) => mayCall(address, allowed))) throw privateAddress()
      return found
    })(done)

/**
 * Queries the name servers directly. The system's lookup runs on only four threads per process. A stranger's slow name
 * server would block file reads and password hashing there. The machine's hosts file is therefore ignored.
 */
async function resolve(hostname: string, nameServers?: string[]): Promise<ResolvedAddress[]> {
  if (/^(.+\.)?localhost\.?$/.test(hostname))
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
  const resolver = new Resolver(RESOLVER)
  if (nameServers) resolver.setServers(nameServers)
  const [four, six] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ])
  const found = [...toFound(four, 4), ...toFound(six, 6)]
  if (found.length === 0 && four.status === 'rejected') throw four.reason
  return found
}

const toFound = (answer: PromiseSettledResult<string[]>, family: 4 | 6): ResolvedAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
