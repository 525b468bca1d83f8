import { Resolver } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps, type RequestOptions } from 'node:https'
import { isIP, type BlockList, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { mayCall } from './addresses.ts'
import { hostOf } from './check-url.ts'
import { tellFault } from './tell-fault.ts'

export type Outcome = {
  status: number | null // null when nothing was answered
  answer: string
  error: string | null // in words; null where it was taken
  retryAfter: string | null
}

type Letter = {
  body: string
  headers: Record<string, string>
  allowed: BlockList
  timeoutSeconds?: number
  nameServers?: string[] // others than the machine's
}

const TIMEOUT_SECONDS = 10
const READ_BYTES_MAX = 4_096
const KEPT_BYTES_MAX = 1_024
const RESOLVER = { timeout: 2_000, tries: 2 }

/**
 * Sends it to somebody else's server and says what came of it. Never to an address that the shop may not call: those of a name
 * are looked at as the socket gets them, so that the name cannot mean others then. Follows nobody anywhere.
 */
export async function post(address: string, letter: Letter): Promise<Outcome> {
  const { body, headers, allowed, timeoutSeconds = TIMEOUT_SECONDS } = letter
  const url = new URL(address)
  const host = hostOf(url)
  const signal = AbortSignal.timeout(1_000 * timeoutSeconds)
  try {
    if (isIP(host) && !mayCall(host, allowed)) throw privateAddress() // no lookup is made of these
    const answer = await send(url, body, {
      method: 'POST',
      headers: {
        ...headers,
        'content-length': Buffer.byteLength(body),
        'accept-encoding': 'identity',
      },
      agent: false, // no connection outlives its message
      autoSelectFamily: true,
      lookup: lookUp(letter) as LookupFunction,
      signal,
    })
    return await read(answer)
  } catch (error) {
    const words = signal.aborted
      ? `Nobody answered within ${timeoutSeconds} seconds`
      : tellFault(error)
    return { status: null, answer: '', error: words, retryAfter: null }
  }
}

type Options = RequestOptions & { autoSelectFamily: true } // so that a name's addresses are all asked for

const send = (url: URL, body: string, options: Options): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    request(url, options).on('response', resolve).on('error', reject).end(body)
  })

/** Its status is its answer, however long it goes on talking. */
async function read(answer: IncomingMessage): Promise<Outcome> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      pieces.push(piece)
      size += piece.length
      if (size >= READ_BYTES_MAX) break // which ends the connection
    }
  } catch {
    // What has come so far will do.
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
  if (status >= 300 && status < 400) return `It leads elsewhere (${status}), where nobody follows`
  return status === 410 ? 'It answered 410: it is gone for good' : `It answered ${status}`
}

const privateAddress = () => Object.assign(new Error('private'), { code: 'PRIVATE_ADDRESS' })

type Found = { address: string; family: 4 | 6 }

/** What a socket asks for a name's addresses with. */
const lookUp =
  ({ allowed, nameServers }: Pick<Letter, 'allowed' | 'nameServers'>) =>
  (hostname: string, _options: unknown, done: (error: Error | null, found: Found[]) => void) =>
    callbackify(async () => {
      const found = await resolve(hostname, nameServers)
      if (!found.every(({ address }) => mayCall(address, allowed))) throw privateAddress()
      return found
    })(done)

/**
 * Asks the name servers ourselves: the system's own way, of which a process has four at once, would let somebody's slow name
 * server hold up all that reads files or passwords. So a machine's own list of hosts is not looked at.
 */
async function resolve(hostname: string, nameServers?: string[]): Promise<Found[]> {
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

const toFound = (answer: PromiseSettledResult<string[]>, family: 4 | 6): Found[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
