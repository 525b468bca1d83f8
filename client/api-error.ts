/** The shop's answer to a refused call. */
export type Refused = {
  success: false
  code: string
  message: string
  errors?: { field: string; message: string }[]
  isRetryable?: boolean
  canFix?: boolean
  details?: Record<string, string | number>
  requestId?: string
}

type RefusalBody = Omit<Refused, 'success'>

/** A refusal by the shop, or no answer at all (`NO_ANSWER`). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  readonly status: number | null // null without an answer
  /** True if the same request may be sent again later. */
  readonly isRetryable: boolean
  /** True if you can fix the cause yourself. */
  readonly canFix: boolean
  readonly errors: { field: string; message: string }[]
  readonly details: Record<string, string | number>
  readonly requestId: string

  constructor(refusal: RefusalBody, { status, cause }: { status: number | null; cause?: unknown }) {
    super(refusal.message, { cause })
    this.code = refusal.code
    this.status = status
    this.isRetryable = refusal.isRetryable ?? false
    this.canFix = refusal.canFix ?? false
    this.errors = refusal.errors ?? []
    this.details = refusal.details ?? {}
    this.requestId = refusal.requestId ?? ''
  }
}

export const toApiError = (refused: Refused, status: number): ApiError =>
  new ApiError(refused, { status })
