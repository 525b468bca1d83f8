import { REFUSALS, type RefusalCode } from '#contract/core/errors/errors.ts'

type Details = ErrorOptions & {
  field?: string // the field of the input that it is about, if there is one
  message?: string // more specific than the table's, such as how much is missing
  retryAfterSeconds?: number
  details?: Record<string, string | number> // for API clients
}

/** A refusal for the caller to read. `explain` answers most other errors as bugs, with status 500. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly status: number
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly details: Details['details']

  constructor(code: RefusalCode, given: Details = {}) {
    const { field, message, retryAfterSeconds, details, ...options } = given
    super(message ?? REFUSALS[code][1], options)
    this.code = code
    this.status = REFUSALS[code][0]
    this.field = field
    this.retryAfterSeconds = retryAfterSeconds
    this.details = details
  }
}
