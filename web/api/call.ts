import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { Endpoint, Input, Output, Reply } from '#contract/core/endpoint.ts'
import { toRequest } from '#contract/core/request.ts'
import { askToConfirm } from '#web/state/confirmation.ts'
import { NO_ANSWER, readReply } from './read-reply.ts'
import { authorizedFetch } from './session.ts'

type FieldError = { field: string; message: string }
type Refused = Extract<Reply, { success: false }>

export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  readonly errors: FieldError[]

  constructor(
    { code, message, errors = [] }: Pick<Refused, 'code' | 'message' | 'errors'>,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = code
    this.errors = errors
  }
}

const TIMEOUT_MS = 10_000
const FORM_TIMEOUT_MS = 60_000 // allows for a picture on a slow connection

type Options = {
  idempotencyKey?: string
  signal?: AbortSignal
  /** Returns a refusal without asking for a password or second factor. */
  isQuiet?: boolean
}

/** Calls an endpoint with the same types the server implements it with. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { idempotencyKey, signal, isQuiet = false }: Options = {},
): Promise<Output<E>> {
  const { address, ...sent } = toRequest(endpoint, input)
  const headers = { ...sent.headers, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) }
  const patience = sent.body instanceof FormData ? FORM_TIMEOUT_MS : TIMEOUT_MS
  const send = () =>
    authorizedFetch(
      address,
      {
        ...sent,
        headers,
        signal: AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(patience)]),
      },
      { canRefresh: endpoint.access !== 'anyone' },
    )
  const reply = isQuiet ? await read(send) : await confirmed(() => read(send))
  if (!reply.success) throw new ApiError(reply)
  const output = z.safeDecode(endpoint.output, reply.data as never)
  if (!output.success) throw new ApiError(NO_ANSWER, { cause: output.error })
  return output.data as Output<E>
}

const CONFIRMABLE = [
  'SECOND_FACTOR_NEEDED',
  'SECOND_FACTOR_MISSING',
  'PASSWORD_NEEDED',
  'AGE_NEEDED',
  'PARENT_NEEDED',
]

/** Asks for what a refused call lacked, such as the password. Returns null for other refusals. */
export const askAfter = async ({ code }: Pick<Refused, 'code'>): Promise<boolean | null> =>
  CONFIRMABLE.includes(code) ? askToConfirm(code) : null

/** Repeats a refused call with the same key once it has what it lacked. It may lack several things, each asked once. */
async function confirmed(send: () => Promise<Reply>): Promise<Reply> {
  const asked = new Set<string>()
  for (;;) {
    const reply = await send()
    if (reply.success || asked.has(reply.code)) return reply
    asked.add(reply.code)
    const isConfirmed = await askAfter(reply)
    if (isConfirmed === null) return reply
    if (!isConfirmed) return { ...reply, message: `${reply.message}. Nothing was changed` }
  }
}

/** A failed network and an unreadable answer show the customer the same message. */
async function read(send: () => Promise<Response>): Promise<Reply> {
  try {
    const response = await send()
    return readReply(await response.json())
  } catch {
    return NO_ANSWER
  }
}

export const query = <E extends Endpoint>(endpoint: E, input: Input<E>) =>
  queryOptions({ queryKey: [endpoint.path, input], queryFn: () => call(endpoint, input) })

/** Like `query`, but refetches for each version of a related object. */
export const queryAgain = <E extends Endpoint>(endpoint: E, input: Input<E>, version: number) =>
  queryOptions({ queryKey: [endpoint.path, input, version], queryFn: () => call(endpoint, input) })

/** Returns a refusal as data, for pages that explain it in their own words. */
export const queryOrRefusal = <E extends Endpoint>(endpoint: E, input: Input<E>) =>
  queryOptions({
    queryKey: [endpoint.path, input, 'or refusal'],
    queryFn: () => call(endpoint, input).catch(refusalOf),
  })

const PASSING = ['BUG', 'BUSY', 'TOO_MANY_REQUESTS', 'NOT_SIGNED_IN']

/** Rethrows temporary failures, which may succeed a moment later. */
export function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError && !PASSING.includes(error.code)) return error
  throw error
}
