import type { IncomingMessage } from 'node:http'
import {
  requestPublic,
  type PublicRequest,
} from '#server/platform/public-network/request-public.ts'
import { tellFault } from './tell-fault.ts'

export type Outcome = {
  status: number | null // null without an answer
  answer: string
  error: string | null // in words; null if the receiver accepted it
  retryAfter: string | null
}

type WebhookContent = Pick<PublicRequest, 'body' | 'headers' | 'allowed' | 'nameServers'> & {
  timeoutSeconds?: number
}

const TIMEOUT_SECONDS = 10
const READ_BYTES_MAX = 4_096
const KEPT_BYTES_MAX = 1_024

/** Posts to a stranger's server and reports the outcome. */
export async function post(
  address: string,
  { timeoutSeconds = TIMEOUT_SECONDS, ...content }: WebhookContent,
): Promise<Outcome> {
  const signal = AbortSignal.timeout(1_000 * timeoutSeconds)
  try {
    return await read(await requestPublic(new URL(address), { ...content, method: 'POST', signal }))
  } catch (error) {
    const words = signal.aborted ? `No answer within ${timeoutSeconds} seconds` : tellFault(error)
    return { status: null, answer: '', error: words, retryAfter: null }
  }
}

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
