import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'

const PATIENCE_MS = 4_000 // the browser gives up after ten seconds, and some questions take two calls

/** Time limit for one question, however many calls it takes. */
export const patience = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS)

const LONG_PATIENCE_MS = 20_000

/** Time limit for sending a file, from a job that nobody waits for. */
export const longPatience = (): AbortSignal => AbortSignal.timeout(LONG_PATIENCE_MS)

type JsonResponse = { status: number; body: unknown }

/** Sends a request to another company. Throws for statuses of 500 and above, and for bodies that aren't JSON. */
export async function requestJson(url: string, init: RequestInit): Promise<JsonResponse> {
  const response = await fetch(url, { signal: patience(), redirect: 'error', ...init })
  if (response.status >= 500) {
    await response.body?.cancel()
    throw new Error(`answered ${response.status}`)
  }
  try {
    return { status: response.status, body: await response.json() }
  } catch (error) {
    throw new Error(`answered ${response.status}, and not in JSON`, { cause: error })
  }
}

/** Text that some companies send as a string and sometimes as a number. */
export const Written = z.union([z.string(), z.number()]).transform(String)

export const hmacSha256 = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
