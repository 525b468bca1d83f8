import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { attemptKey, endAttempt } from '#web/state/attempts.ts'
import { ApiError, call } from './call.ts'

/** Until the server says that it is done, whatever is sent for the same attempt is done once. */
export async function callOnce<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  attempt = JSON.stringify(input),
): Promise<Output<E>> {
  const what = `${endpoint.path} ${attempt}`
  try {
    const output = await call(endpoint, input, { idempotencyKey: attemptKey(what) })
    endAttempt(what)
    return output
  } catch (error) {
    if (error instanceof ApiError && error.code === 'IDEMPOTENCY_KEY_REUSED') endAttempt(what)
    throw error
  }
}
