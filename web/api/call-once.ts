import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { attemptKey, endAttempt, isAttemptOpen } from '#web/state/attempts.ts'
import { ApiError, call } from './call.ts'

/**
 * However often it is sent for one attempt, also after a reload, it is done once. The attempt stays open until it is known
 * what became of it.
 */
export async function callOnce<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  attempt = `${endpoint.path} ${JSON.stringify(input)}`,
): Promise<Output<E>> {
  const wasOpen = isAttemptOpen(attempt)
  try {
    const output = await call(endpoint, input, { idempotencyKey: attemptKey(attempt) })
    endAttempt(attempt)
    return output
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isDoubtful = UNHEARD.includes(error.code) || (wasOpen && UNASKED.includes(error.code))
    if (!isDoubtful) endAttempt(attempt)
    throw error
  }
}

/** It may have been done. */
const UNHEARD = ['BUG', 'BUSY']
/** It was not, but these look at no key: they say nothing of what was sent before. */
const UNASKED = [
  'TOO_MANY_REQUESTS',
  'NOT_SIGNED_IN',
  'ACCESS_DENIED',
  'SECOND_FACTOR_NEEDED',
  'SECOND_FACTOR_MISSING',
  'WEBSITE_CLOSED',
]
