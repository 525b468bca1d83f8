import { z } from 'zod'

export const Role = z.enum(['user', 'reseller', 'staff', 'admin'])
export type Role = z.output<typeof Role>

export type Access = 'anyone' | 'signed-in' | 'reseller' | 'admin' | 'api-key'

/** Permissions of a reseller's API key. */
export const ApiScope = z.enum(['read', 'orders', 'webhooks'])
export type ApiScope = z.output<typeof ApiScope>

/** Rights of staff in the back office. Administrators have all of them, and more. */
export const Right = z.enum([
  'figures',
  'orders',
  'payments',
  'catalogue',
  'marketing',
  'customers',
  'support',
])
export type Right = z.output<typeof Right>

/** Group of calls that share a rate limit. The server's configuration sets the limit. */
export type LimitClass = 'sign-in' | 'account'

/** Describes an API call once: the server implements it, the web calls it, /api-docs prints it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}` // below /api/v1, parameters as :name
  access: Access
  input: z.ZodObject // the fields of path and query, or of path and body, together
  output: z.ZodType
  message: string // what the toast says on success; '' says nothing
  /** For signed-in calls: guests may make them too. */
  guests?: true
  /** For administrators' calls: staff with this right, or one of these, may call it too. 'any' lets all staff. */
  right?: Right | readonly Right[] | 'any'
  /** For administrators' calls: the second factor must have been confirmed shortly before. */
  confirm?: true
  /** For calls with an API key: the scope that the key needs. */
  scope?: ApiScope
  limit?: LimitClass
  /** Caches the answer in memory. It is the same for all visitors until the shop's content changes. */
  keep?: true
  /** Lifetime of the cached answer, where it also changes by itself. */
  cacheSeconds?: number
  /**
   * Takes a form with files instead of JSON; or either, where the file is optional; or raw bytes that only the handler
   * reads.
   */
  body?: 'multipart' | 'multipart or json' | 'raw'
  /** Limit of the body's size, where it is larger than usual. */
  bodyBytesMax?: number
  /** Takes the header Idempotency-Key. A request sent again with the same key gets the first answer. */
  idempotent?: true
  /** Answers with a file instead of the envelope. The output is its content, or with `stream` a piece of it. */
  file?: keyof typeof FILE_TYPES
  /** Sends the output alone, with its own content type, to a company that expects its own kind of answer. */
  bare?: true
  /** Redirects the browser to the output, which is an address. */
  redirect?: true
  /** Answers with server-sent events: the current output, and then each new one. */
  stream?: true
}

/** Content types of files by the ending of their names. */
export const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const

/** Content of a file that is not text. */
export const Bytes = z.custom<Uint8Array>((content) => content instanceof Uint8Array)

export const takesForm = ({ body }: Endpoint): boolean =>
  body === 'multipart' || body === 'multipart or json'

/** A key that the caller makes up for something to be done only once. */
export const IdempotencyKey = z
  .string()
  .regex(/^[!-~]{1,200}$/, 'An idempotency key can have 1 to 200 visible characters')

export type Input<E extends Endpoint> = z.output<E['input']>
export type Output<E extends Endpoint> = z.output<E['output']>

export const endpoint = <const E extends Endpoint>(spec: E): E => spec

/** Ids are opaque: callers cannot guess, count or build them. Lower case gives each id one spelling. */
export const Id = z.uuid('Nothing was found with this id').toLowerCase()

export const NoInput = z.strictObject({})
export const NoOutput = z.null()
/** Output of `bare` calls. */
export const BareAnswer = z.object({ contentType: z.string(), text: z.string() })

export const API_BASE = '/api/v1'

/** Names of a path's parameters: `id` for /user/:id. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/** A reply, as it goes over the wire. */
export type Reply =
  | { success: true; message: string; data: unknown }
  | {
      success: false
      code: string
      message: string
      data: null
      errors?: { field: string; message: string }[]
      requestId?: string
      /** For API clients: whether to send the same again later, and whether the sender can fix the cause. */
      isRetryable?: boolean
      canFix?: boolean
      details?: Record<string, string | number>
    }
