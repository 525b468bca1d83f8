import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { attemptKey, endAttempt } from '#web/state/attempts.ts'
import { ApiError, call, isPassing } from './call.ts'

/**
 * However often it is sent for one attempt, also after a reload, it is done once. The attempt is over when the server
 * says that it was done, or why it was not.
 */
export async function callOnce<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  attempt = `${endpoint.path} ${JSON.stringify(input)}`,
): Promise<Output<E>> {
  try {
    const output = await call(endpoint, input, { idempotencyKey: attemptKey(attempt) })
    endAttempt(attempt)
    return output
  } catch (error) {
    if (error instanceof ApiError && saysWhatBecame(error)) endAttempt(attempt)
    throw error
  }
}

/** A shop that is closed looks at no key, so it says nothing of what was sent before it closed. */
const saysWhatBecame = (error: ApiError): boolean =>
  !isPassing(error) && error.code !== 'WEBSITE_CLOSED'
