import { z } from 'zod'

export const Role = z.enum(['user', 'reseller', 'staff', 'admin'])
export type Role = z.output<typeof Role>

export type Access = 'anyone' | 'signed-in' | 'reseller' | 'admin' | 'api-key'

/** What a reseller's key for programs may be used for. */
export const ApiScope = z.enum(['read', 'orders', 'webhooks'])
export type ApiScope = z.output<typeof ApiScope>

/** What a member of the staff may be let do in the back office. An administrator may do all of it, and more. */
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

/** A class of calls that share one allowance; how large it is, the server's configuration says. */
export type LimitClass = 'sign-in' | 'account'

/** One API call, described once: the server implements it, the web calls it, /api-docs prints it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}` // below /api/v1, parameters as :name
  access: Access
  input: z.ZodObject // the fields of path and query, or of path and body, together
  output: z.ZodType
  message: string // what the toast says on success; '' says nothing
  /** Of an administrator's call: the staff with this right, or one of these, may make it too; 'any' of the staff. */
  right?: Right | readonly Right[] | 'any'
  /**
   * Of an administrator's call: only after the second factor was shown a short while ago. 'never' also before it was shown at
   * all: it is a call by which it is shown.
   */
  confirm?: true | 'never'
  /** Of a call with a key: what the key must be for. */
  scope?: ApiScope
  limit?: LimitClass
  /** The answer is the same for all visitors until the shop's content changes: it is kept in memory. */
  keep?: true
  /** What is kept changes by itself too: it is made anew after so long. */
  keepSeconds?: number
  /**
   * Fields and files of a form instead of JSON; either of the two, where no file has to come; or bytes that are nobody's
   * business but the handler's.
   */
  body?: 'multipart' | 'multipart or json' | 'raw'
  /** Where a request may be larger than others. */
  bodyBytesMax?: number
  /** Takes the header Idempotency-Key: sent again with the same key, it answers as it did the first time. */
  idempotent?: true
  /** A file instead of the envelope; the output is its text, or a piece of it where it is a `stream`. */
  file?: 'csv'
  /** The output is sent alone, under its own content type, to a company that expects an answer of its own. */
  bare?: true
  /** Sends the browser on to the output, which is an address, instead of the envelope. */
  redirect?: true
  /** Server-sent events instead of the envelope: the output as it is, then again whenever it is another. */
  stream?: true
}

/** Whether the call takes a form. */
export const takesForm = ({ body }: Endpoint): boolean =>
  body === 'multipart' || body === 'multipart or json'

/** A key that a caller makes up for one thing they want done once. */
export const IdempotencyKey = z
  .string()
  .regex(/^[!-~]{1,200}$/, 'An idempotency key has at most 200 visible characters')

export type Input<E extends Endpoint> = z.output<E['input']>
export type Output<E extends Endpoint> = z.output<E['output']>

export const endpoint = <const E extends Endpoint>(spec: E): E => spec

/** Ids are opaque to callers: not to be guessed, counted or built. In small letters, one id is one text. */
export const Id = z.uuid('There is nothing with this id').toLowerCase()

export const NoInput = z.strictObject({})
export const NoOutput = z.null()
/** The output of a call that is `bare`. */
export const BareAnswer = z.object({ contentType: z.string(), text: z.string() })

export const API_BASE = '/api/v1'

/** The names of a path's parameters: /user/:id has id. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/** What every reply looks like on the wire. */
export type Reply =
  | { success: true; message: string; data: unknown }
  | {
      success: false
      code: string
      message: string
      data: null
      errors?: { field: string; message: string }[]
      requestId?: string
      /** To programs: whether the same may be sent again later, and whether who sent it can change that. */
      isRetryable?: boolean
      canFix?: boolean
      details?: Record<string, string | number>
    }
