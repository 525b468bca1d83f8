import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'

const PATIENCE_MS = 4_500
const MEMORY_MS = 60 * 60 * 1000

/** The time for one question, however many calls it takes: the browser waits ten seconds. */
export const patience = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS)

type Exchange = { status: number; body: unknown }

/** One call to a provider. What is not JSON, or is a fault of the server's own, is no answer. */
export async function exchange(url: string, init: RequestInit): Promise<Exchange> {
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

/** What they write now as text, now as a number. */
export const Written = z.union([z.string(), z.number()]).transform(String)

export const unixSeconds = (now: () => number): string => String(Math.floor(now() / 1000))

export const hmacSha256 = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Of a no in words alone: a wrong key or a game that is gone must not look like a wrong id. */
export const isAboutPlayer = (words: string): boolean =>
  /invalid|not found|not exist|incorrect|wrong/i.test(words) &&
  /user|player|account|character|zone|server/i.test(words) &&
  !/auth|signature|partner|timestamp|token|product|game.?code/i.test(words)

type Load<Value> = (key: string, signal: AbortSignal) => Promise<Value>

/** For what changes hardly ever, and is needed before each question. A failure is not remembered. */
export function remember<Value>(load: Load<Value>): Load<Value> {
  const known = new Map<string, { value: Value; until: number }>()
  return async (key, signal) => {
    const found = known.get(key)
    if (found && found.until > Date.now()) return found.value
    const value = await load(key, signal)
    known.set(key, { value, until: Date.now() + MEMORY_MS })
    return value
  }
}
