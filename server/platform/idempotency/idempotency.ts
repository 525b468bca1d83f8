import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import * as rows from './sql.ts'

export { deleteAnswer as forgetAnswer, deleteAnswersOf, deleteOldAnswers } from './sql.ts'
export type { Request } from './sql.ts'

type Call<E extends Endpoint> = {
  endpoint: E
  callerId: string
  key: string | null // null for a call without one: it is done as often as it is sent
  input: Input<E> // without the key
}

/**
 * Does a thing once for a key: its effect and its answer commit together, and who sends the same again gets that
 * answer, also while the first is still at work. A refusal keeps nothing, so the key is good for another try.
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

type Keeping = { request: rows.Request | null; now: Date; makeAnswer: () => Promise<unknown> }

/** The same inside a transaction of the caller's, for what is kept and is not yet what is answered. */
export async function keepFirst(tx: Tx, { request, now, makeAnswer }: Keeping): Promise<unknown> {
  if (!request) return makeAnswer()
  if (!(await rows.insertRequest(tx, request, now))) return findAnswer(tx, request)
  const answer = await makeAnswer()
  await rows.updateAnswer(tx, request, answer)
  return answer
}

async function findAnswer(tx: Tx, request: rows.Request): Promise<unknown> {
  const first = await findFirstAnswer(tx, request)
  if (!first) throw new Refusal('BUSY', { retryAfterSeconds: 1 }) // swept in this very moment
  return first.answer
}

/** These say nothing of what is wanted. */
const SAYS_NOTHING = new Set(['BUSY', 'IDEMPOTENCY_KEY_REUSED'])

/** What can be had no more, because it is sold out or dearer by now: who asks again still gets the first answer. */
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

/** What was answered to the same request before, as it went over the wire; null when there was none. */
async function findFirstAnswer(
  sql: Sql | Tx,
  request: rows.Request,
): Promise<{ answer: unknown } | null> {
  const first = await rows.selectAnswer(sql, request)
  if (first && !first.requestHash.equals(request.requestHash))
    throw new Refusal('IDEMPOTENCY_KEY_REUSED')
  return first
}

/** How a call with a key is known again. */
export function toRequest<E extends Endpoint>(call: Call<E>): rows.Request | null {
  const { endpoint, callerId, key, input } = call
  if (key === null) return null
  const sent = JSON.stringify(z.encode(endpoint.input, input)) // in the order of the contract
  return {
    userId: callerId,
    call: `${endpoint.method} ${endpoint.path}`,
    key,
    requestHash: createHash('sha256').update(sent).digest(),
  }
}
