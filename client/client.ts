import { ApiError, toApiError, type Refused } from './api-error.ts'
import { CALLS, isRepeatable, type CallInput, type CallName, type CallOutput } from './calls.ts'

export { ApiError } from './api-error.ts'
export type { CallInput, CallName, CallOutput } from './calls.ts'
export { readWebhook, type WebhookEvent } from './webhook.ts'

type Options = {
  url: string // the shop's address, such as https://shop.example
  apiKey: string
  timeoutMs?: number // limit for each try
  triesMax?: number
}

type CallOptions = {
  /** For orders. Made up by default, and the same for every try. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export type Client = {
  /** Returns the shop's answer, or throws an ApiError that says whether a later try makes sense. */
  call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ): Promise<CallOutput<Name>>
  /** Yields all orders, page after page, the newest first. */
  eachOrder(input?: CallInput<'listApiOrders'>): AsyncGenerator<ApiOrder>
  /** Yields all lines of a wallet after a given one, the oldest first. */
  eachLine(input?: CallInput<'getApiStatement'>): AsyncGenerator<StatementLine>
}

export type ApiOrder = CallOutput<'findApiOrder'>
export type StatementLine = CallOutput<'getApiStatement'>['lines'][number]

const TIMEOUT_MS = 15_000
const TRIES_MAX = 6
const PAGE = '100'

/** Creates a client for the reseller API of a shop. */
export function createClient({
  url,
  apiKey,
  timeoutMs = TIMEOUT_MS,
  triesMax = TRIES_MAX,
}: Options): Client {
  const kept = new Map<string, { etag: string; data: unknown }>()
  const base = `${url.replace(/\/$/, '')}/api/v1`

  async function call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    { idempotencyKey = crypto.randomUUID(), signal }: CallOptions = {},
  ): Promise<CallOutput<Name>> {
    const sent = toSent(name, input as Record<string, unknown>)
    const own = { 'x-api-key': apiKey, 'idempotency-key': idempotencyKey }
    for (let tries = 1; ; tries++) {
      const { data, error, waitMs } = await tryOnce(sent, own, signal)
      if (!error) return data as CallOutput<Name>
      const mayRepeat = isRepeatable(name) || error.code === 'TOO_MANY_REQUESTS'
      if (!error.isRetryable || !mayRepeat || tries >= triesMax) throw error
      await pause(Math.max(waitMs, backOff(tries)), signal)
    }
  }

  async function tryOnce(sent: Sent, own: Record<string, string>, signal?: AbortSignal) {
    const known = kept.get(sent.address)
    const patience = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(base + sent.address, {
        method: sent.method,
        body: sent.body,
        headers: {
          ...own,
          ...(sent.body === null ? {} : { 'content-type': 'application/json' }),
          ...(known ? { 'if-none-match': known.etag } : {}),
        },
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
      })
      if (response.status === 304 && known) return { data: known.data, error: null, waitMs: 0 }
      const reply = (await response.json()) as { success: true; data: unknown } | Refused
      if (typeof reply?.success !== 'boolean')
        throw new Error('This answer did not come from the shop')
      if (!reply.success) {
        const waitMs = 1_000 * Number(response.headers.get('retry-after') ?? 0)
        return { data: null, error: toApiError(reply, response.status), waitMs }
      }
      const etag = response.headers.get('etag')
      if (etag) kept.set(sent.address, { etag, data: reply.data })
      return { data: reply.data, error: null, waitMs: 0 }
    } catch (cause) {
      signal?.throwIfAborted()
      return { data: null, error: noAnswer(cause), waitMs: 0 }
    }
  }

  return { call, ...pageThrough(call) }
}

/** Reads paged lists to the end. */
function pageThrough(call: Client['call']): Pick<Client, 'eachOrder' | 'eachLine'> {
  return {
    async *eachOrder(input = {}) {
      for (let list = { limit: PAGE, ...input }; ;) {
        const { orders, next } = await call('listApiOrders', list)
        yield* orders
        if (next === null) return
        const { page: _, ...rest } = list // pages count from the cursor, so only the first call sends it
        list = { ...rest, after: next }
      }
    },
    async *eachLine(input = {}) {
      for (let { after } = input; ;) {
        const request = { limit: PAGE, ...input, ...(after ? { after } : {}) }
        const { lines, next } = await call('getApiStatement', request)
        yield* lines
        if (next === null) return
        after = String(next)
      }
    },
  }
}

type Sent = { method: string; address: string; body: string | null }

/** Puts each field where its call expects it: path, query or body. */
function toSent(name: CallName, input: Record<string, unknown>): Sent {
  const [method, path] = CALLS[name]
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const address = path.replace(/:(\w+)/g, (_, part: string) => {
    const value = String(rest.get(part))
    rest.delete(part)
    return encodeURIComponent(value)
  })
  if (method === 'POST' || method === 'PUT')
    return { method, address, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = new URLSearchParams([...rest].map(([field, value]) => [field, String(value)]))
  return { method, address: rest.size > 0 ? `${address}?${query}` : address, body: null }
}

const noAnswer = (cause: unknown) =>
  new ApiError(
    { code: 'NO_ANSWER', message: 'The shop did not answer', isRetryable: true },
    { status: null, cause },
  )

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 20_000

/** Doubles the wait each time, with random variation so that many clients do not return at once. */
const backOff = (tries: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS) * (0.75 + 0.5 * Math.random())

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
