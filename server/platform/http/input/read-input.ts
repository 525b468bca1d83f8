import { pathParameters, type Endpoint } from '#contract/core/endpoint.ts'
import { sendsFields } from '#contract/core/request.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Sent = { params: unknown; query: unknown; body: unknown }
type Fields = Record<string, unknown>

/** Merges the fields of the path with those of the body, or of the query for GET, DELETE and raw bodies. */
export function readInput(endpoint: Endpoint, { params, query, body }: Sent): Fields {
  const { path } = endpoint
  const hasBody = sendsFields(endpoint)
  const [fields, others] = hasBody ? [body, query] : [query, endpoint.body === 'raw' ? null : body]
  refuseFields(
    others,
    hasBody ? 'Send the fields in the body' : 'Send the fields in the query string',
  )
  if (!isFields(fields ?? {})) throw new Refusal('BAD_INPUT', { message: 'Send one JSON object' })
  const sent = { ...(fields as Fields | undefined) }
  for (const name of pathParameters(path))
    if (name in sent)
      throw new Refusal('BAD_INPUT', { field: name, message: `Unknown field: ${name}` })
  const input = { ...sent, ...(params as Fields) }
  refuseUnfit(input)
  return input
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function refuseFields(value: unknown, message: string): void {
  const isEmpty = value == null || (isFields(value) && Object.keys(value).length === 0)
  if (!isEmpty) throw new Refusal('BAD_INPUT', { message })
}

const DEPTH_MAX = 20

/** Refuses NUL and unpaired surrogates, which PostgreSQL's text cannot hold, and input that is nested too deeply. */
function refuseUnfit(value: unknown, depth = 0): void {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new Refusal('BAD_INPUT', { message: 'The input has a character that we can’t store' })
  if (typeof value !== 'object' || value === null) return
  if (depth === DEPTH_MAX)
    throw new Refusal('BAD_INPUT', { message: 'The input is nested too deeply' })
  for (const one of Object.values(value)) refuseUnfit(one, depth + 1)
}
