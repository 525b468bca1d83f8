import { Resolver } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps, type RequestOptions } from 'node:https'
import { isIP, type BlockList, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { mayCall } from '#server/resellers/webhooks/addresses.ts'
import { hostOf } from '#server/resellers/webhooks/check-url.ts'
import { tellFault } from './tell-fault.ts'

export type Outcome = {
  status: number | null // null without an answer
  answer: string
  error: string | null // in words; null if the receiver accepted it
  retryAfter: string | null
}

type WebhookContent = {
  body: string
  headers: Record<string, string>
  allowed: BlockList
  timeoutSeconds?: number
  nameServers?: string[] // instead of the machine's own
}

const TIMEOUT_SECONDS = 10
const READ_BYTES_MAX = 4_096
const KEPT_BYTES_MAX = 1_024
const RESOLVER = { timeout: 2_000, tries: 2 }

/**
 * Posts to a stranger's server and reports the outcome. Refuses addresses that the shop must not call. It checks the
 * very addresses the socket will use, so DNS can't change its answer in between. Follows no redirects.
 */
export async function post(address: string, content: WebhookContent): Promise<Outcome> {
  const { body, headers, allowed, timeoutSeconds = TIMEOUT_SECONDS } = content
  const url = new URL(address)
  const host = hostOf(url)
  const signal = AbortSignal.timeout(1_000 * timeoutSeconds)
  try {
    if (isIP(host) && !mayCall(host, allowed)) throw privateAddress() // sockets skip the lookup for IP addresses
    const answer = await send(url, body, {
      method: 'POST',
      headers: {
        ...headers,
        'content-length': Buffer.byteLength(body),
        'accept-encoding': 'identity',
      },
      agent: false, // no connection is reused
      autoSelectFamily: true,
      lookup: lookUp(content) as LookupFunction,
      signal,
    })
    return await read(answer)
  } catch (error) {
    const words = signal.aborted ? `No answer within ${timeoutSeconds} seconds` : tellFault(error)
    return { status: null, answer: '', error: words, retryAfter: null }
  }
}

type Options = RequestOptions & { autoSelectFamily: true } // makes the socket look up all addresses of a name

const send = (url: URL, body: string, options: Options): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    request(url, options).on('response', resolve).on('error', reject).end(body)
  })

/** Reads the answer. The status decides, so a long or broken body doesn't matter. */
async function read(answer: IncomingMessage): Promise<Outcome> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      pieces.push(piece)
      size += piece.length
      if (size >= READ_BYTES_MAX) break // leaving the loop closes the connection
    }
  } catch {
    // The part received so far is enough.
  }
  const status = answer.statusCode!
  const isTaken = status >= 200 && status < 300
  return {
    status,
    answer: toText(Buffer.concat(pieces)),
    error: isTaken ? null : tellStatus(status),
    retryAfter: answer.headers['retry-after'] ?? null,
  }
}

const toText = (bytes: Buffer): string => bytes.subarray(0, KEPT_BYTES_MAX).toString('utf8')

function tellStatus(status: number): string {
  if (status >= 300 && status < 400)
    return `It redirects (${status}), and we don’t follow redirects`
  return status === 410 ? 'It answered 410: gone for good' : `It answered ${status}`
}

const privateAddress = () => Object.assign(new Error('private'), { code: 'PRIVATE_ADDRESS' })

type ResolvedAddress = { address: string; family: 4 | 6 }

/** The lookup function that a socket calls for a name. It refuses a name if any of its addresses is forbidden. */
const lookUp =
  ({ allowed, nameServers }: Pick<WebhookContent, 'allowed' | 'nameServers'>) =>
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
