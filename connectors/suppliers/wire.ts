import { z } from 'zod'
import { inWords } from '#connectors/in-words.ts'
import type { DispatchOutcome } from '#connectors/suppliers/supplier.ts'

const MEMORY_MS = 60 * 60 * 1000
const DELIVERY_PATIENCE_MS = 30_000 // nobody waits at a screen, and giving up leaves an unknown outcome

export const deliveryPatience = (): AbortSignal => AbortSignal.timeout(DELIVERY_PATIENCE_MS)

export const unixSeconds = (now: () => number): string => String(Math.floor(now() / 1000))

/** Recognizes an unknown player in a refusal. A wrong key, a missing game or a server error must not look like one. */
export const isAboutPlayer = (words: string): boolean =>
  /invalid|not found|not exist|incorrect|wrong/i.test(words) &&
  /user|player|account|character|zone|server/i.test(words) &&
  !/auth|signature|partner|timestamp|token|product|game.?code/i.test(words) &&
  !/server (error|busy)|internal|response|connection|time.?out/i.test(words)

/** Recognizes a refusal because of the shop's balance. */
export const isAboutBalance = (words: string): boolean =>
  /insufficient|not enough|insuficiente|too low/i.test(words) &&
  /balance|credit|fund|deposit|point|saldo|coin/i.test(words)

/** Recognizes a refusal because the product is out of stock. */
export const isAboutStock = (words: string): boolean =>
  /out of stock|sold out|no stock|stock (is )?(empty|not available)/i.test(words)

const BEFORE_THE_REQUEST = ['connect', 'getaddrinfo', 'queryA', 'queryAaaa']
const NO_CONNECTION = [
  'PRIVATE_ADDRESS', // refused by the shop itself
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]

/** True if the request cannot have reached the supplier, because no connection was ever made. */
export function wasNotSent(error: unknown): boolean {
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every(wasNotSent) // one error per address
  if (!(error instanceof Error)) return false
  const { syscall, code, cause } = error as NodeJS.ErrnoException
  return BEFORE_THE_REQUEST.includes(syscall!) || NO_CONNECTION.includes(code!) || wasNotSent(cause)
}

/** For a failure before the order was placed, or for an order refused because of its caller. */
export const notSent = (why: unknown): DispatchOutcome => ({
  is: 'not sent',
  providerOrderId: null,
  words: typeof why === 'string' ? why : inWords(why),
})

/** For the `catch` of the call that places the order. Rethrows unless the supplier cannot have heard it. */
export function unlessHeard(error: unknown): DispatchOutcome {
  if (wasNotSent(error)) return notSent(error)
  throw error
}

type Load<Value> = (key: string, signal: AbortSignal) => Promise<Value>

/** Caches values that rarely change but are needed for every request. Failures are not cached. */
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

/** True if a failed request got no clear answer, so that it proves nothing about its subject. */
export const wasUnanswered = (error: unknown): boolean =>
  error instanceof TypeError || // no connection
  error instanceof DOMException || // timed out
  error instanceof z.ZodError ||
  (error instanceof Error && /^answered [25]/.test(error.message))
