import { REFUSALS, type RefusalCode } from '#contract/errors.ts'

type Details = ErrorOptions & {
  field?: string // the input it concerns, where one can be named
  message?: string // words that say more than the table's, such as how much is missing
  retryAfterSeconds?: number
  details?: Record<string, string | number> // for programs
}

/** An answer of "no" that the caller is meant to read. Anything else thrown is a bug and answers 500. */
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
