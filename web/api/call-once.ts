import type { Endpoint, Input, Output } from '#contract/core/endpoint.ts'
import { attemptKey, endAttempt, isAttemptOpen } from '#web/state/attempts.ts'
import { ApiError, call } from './call.ts'

/**
 * Sends an idempotent call. Repeats of one attempt take effect once, even after a reload. The attempt stays open until
 * its outcome is known.
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

/** Errors after which the action may have happened. */
const UNHEARD = ['BUG', 'BUSY']
/** Errors raised before the server looks up the key. This request did nothing, but an earlier one may have. */
const UNASKED = [
  'TOO_MANY_REQUESTS',
  'NOT_SIGNED_IN',
  'ACCESS_DENIED',
  'SECOND_FACTOR_NEEDED',
  'SECOND_FACTOR_MISSING',
  'WEBSITE_CLOSED',
]
