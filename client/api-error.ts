/** What the shop answers when it does not do what was asked. */
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

type Told = Omit<Refused, 'success'>

/** A no of the shop, or no answer at all (`NO_ANSWER`). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  readonly status: number | null // null where nothing was answered
  /** Whether the same may be sent again later. */
  readonly isRetryable: boolean
  /** Whether you can change what stands in the way. */
  readonly canFix: boolean
  readonly errors: { field: string; message: string }[]
  readonly details: Record<string, string | number>
  readonly requestId: string

  constructor(told: Told, { status, cause }: { status: number | null; cause?: unknown }) {
    super(told.message, { cause })
    this.code = told.code
    this.status = status
    this.isRetryable = told.isRetryable ?? false
    this.canFix = told.canFix ?? false
    this.errors = told.errors ?? []
    this.details = told.details ?? {}
    this.requestId = told.requestId ?? ''
  }
}

export const toApiError = (refused: Refused, status: number): ApiError =>
  new ApiError(refused, { status })
