import { z } from 'zod'
import { pathParameters, type Endpoint, type Reply } from '#contract/core/endpoint.ts'
import { REFUSALS } from '#contract/core/errors/errors.ts'
import { isDatabaseAway } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'

export type Explanation = { status: number; reply: Reply; retryAfterSeconds?: number }

const RETRY_SECONDS = 2
export const LATER_SECONDS = 60 // used when the right wait is unknown
const ERRORS_MAX = 50 // per answer, because a body has room for thousands

/** Turns any thrown error into the answer that the caller gets. */
export function explain(error: unknown, endpoint?: Endpoint): Explanation {
  if (error instanceof Refusal) return explainRefusal(error)
  if (error instanceof z.ZodError) return explainInput(error, endpoint)
  const status = statusOf(error)
  // A caller who hangs up causes the same errors as a lost database. The framework marks those with a status below 500.
  if (status === 503 || (status === 500 && isDatabaseAway(error)))
    return explainRefusal(new Refusal('BUSY', { retryAfterSeconds: RETRY_SECONDS }))
  if (status === 413) return explainRefusal(new Refusal('BODY_TOO_LARGE'))
  if (status === 415) return explainRefusal(new Refusal('WRONG_CONTENT_TYPE'))
  if (status < 500) return explainRefusal(new Refusal('BAD_INPUT'))
  return explainRefusal(new Refusal('BUG'))
}

function explainRefusal(refusal: Refusal): Explanation {
  const { code, status, message, field, details } = refusal
  const isForNow = status === 503 || status === 429
  const { retryAfterSeconds = isForNow ? LATER_SECONDS : undefined } = refusal
  const errors = field ? { errors: [{ field, message }] } : {}
  const more = details ? { details } : {}
  return {
    status,
    reply: { success: false, code, message, data: null, ...errors, ...more },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
}

function explainInput({ issues }: z.ZodError, endpoint?: Endpoint): Explanation {
  const parameters = endpoint ? pathParameters(endpoint.path) : []
  // With an invalid path parameter, the address is wrong and not the input.
  if (issues.some(({ path }) => parameters.includes(String(path[0]))))
    return explainRefusal(new Refusal('NO_SUCH_CALL'))
  const errors = issues.flatMap(describe).slice(0, ERRORS_MAX)
  const [code, [status, words]] = ['BAD_INPUT', REFUSALS.BAD_INPUT] as const
  const message = errors[0]?.message ?? words
  return { status, reply: { success: false, code, message, data: null, errors } }
}

function describe(issue: z.core.$ZodIssue): { field: string; message: string }[] {
  if (issue.code !== 'unrecognized_keys')
    return [{ field: issue.path.join('.'), message: issue.message }]
  return issue.keys.map((key) => ({
    field: [...issue.path, key].join('.').slice(0, 100),
    message: `Unknown field: ${key.slice(0, 100)}`,
  }))
}

/** The status that the web framework gives its own errors. Any other error is a bug in the shop. */
function statusOf(error: unknown): number {
  const status =
    error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : Number.NaN
  return Number.isInteger(status) ? status : 500
}
