import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Endpoint, Input, Output } from '#contract/core/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import * as rows from './sql.ts'

export { forgetAnswer, deleteAnswersOf, deleteOldAnswers } from './sql.ts'
export type { Request } from './sql.ts'

type Call<E extends Endpoint> = {
  endpoint: E
  callerId: string
  key: string | null // null for a call without a key, which runs each time it is sent
  input: Input<E> // without the key
}

/**
 * Runs `work` once per key. Its effect and its answer commit together. A repeated request gets the same answer, and
 * waits for it while the first one is still running. A refusal stores nothing, so the key can be used again.
 */
export const answerOnce = <E extends Endpoint>(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  call: Call<E>,
  work: (tx: Tx) => Promise<Output<E>>,
): Promise<Output<E>> =>
  sql.begin(async (tx) => {
    const { output } = call.endpoint
    const makeAnswer = async () => z.encode(output, await work(tx))
    const answer = await keepFirst(tx, { request: toRequest(call), now: now(), makeAnswer })
    return z.decode(output, answer as never) as Output<E>
  })

const TRIES = 3

type Keeping = { request: rows.Request | null; now: Date; makeAnswer: () => Promise<unknown> }

/** Does the same in the caller's transaction. The stored value need not be the final answer. */
export async function keepFirst(tx: Tx, { request, now, makeAnswer }: Keeping): Promise<unknown> {
  if (!request) return makeAnswer()
  for (let tried = 0; tried < TRIES; tried++) {
    if (await rows.insertRequest(tx, request, now)) {
      const answer = await makeAnswer()
      await rows.updateAnswer(tx, request, answer)
      return answer
    }
    const first = await findFirstAnswer(tx, request)
    if (first) return first.answer
    // It was deleted between these two statements: as old, or because the call that made it came to nothing.
  }
  throw new Refusal('BUSY', { retryAfterSeconds: 1 })
}

/** Refusals that say nothing about the request itself. */
const SAYS_NOTHING = new Set(['BUSY', 'IDEMPOTENCY_KEY_REUSED'])

/**
 * Returns the first answer when `work` refuses a repeated request. The pack may have sold out or become more expensive
 * since.
 */
export async function orFirstAnswer(
  { sql }: Pick<Context, 'sql'>,
  request: rows.Request | null,
  work: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    const isRefused = error instanceof Refusal && !SAYS_NOTHING.has(error.code)
    const first = isRefused && request && (await findFirstAnswer(sql, request))
    if (!first) throw error
    return first.answer
  }
}

/** Returns the encoded answer to the same request before, or null when there was none. */
async function findFirstAnswer(
  sql: Sql | Tx,
  request: rows.Request,
): Promise<{ answer: unknown } | null> {
  const first = await rows.selectAnswer(sql, request)
  if (first && !first.requestHash.equals(request.requestHash))
    throw new Refusal('IDEMPOTENCY_KEY_REUSED')
  return first
}

/** Identifies a call with a key, so that a repeat is recognised. */
export function toRequest<E extends Endpoint>(call: Call<E>): rows.Request | null {
  const { endpoint, callerId, key, input } = call
  if (key === null) return null
  const sent = JSON.stringify(z.encode(endpoint.input, input)) // with fields in the contract's order
  return {
    userId: callerId,
    call: `${endpoint.method} ${endpoint.path}`,
    key,
    requestHash: createHash('sha256').update(sent).digest(),
  }
}
