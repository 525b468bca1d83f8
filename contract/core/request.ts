import { z } from 'zod'
import { API_BASE, pathParameters, type Endpoint, type Input } from './endpoint.ts'

/** A call as it is sent. `address` begins with a slash. */
export type WireRequest = {
  method: Endpoint['method']
  address: string
  body: string | FormData | null
  headers: Record<string, string> // for a form the sender sets the content type, which names the boundary
}

/** True if the fields go in the body. False if there is no body, or if it is raw bytes. */
export const sendsFields = ({ method, body }: Endpoint): boolean =>
  (method === 'POST' || method === 'PUT') && body !== 'raw'

/** Puts each input field where its endpoint expects it: path, query or body. */
export function toRequest<E extends Endpoint>(endpoint: E, input: Input<E>): WireRequest {
  const { method, path } = endpoint
  const fields = z.encode(endpoint.input, input) as Record<string, unknown>
  const inPath = pathParameters(path)
  const rest = Object.entries(fields).filter(([name]) => !inPath.includes(name))
  const address =
    API_BASE +
    path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(fields[name])))
  if (isForm(endpoint, rest)) return { method, address, body: toForm(rest), headers: {} }
  if (sendsFields(endpoint)) {
    const body = JSON.stringify(Object.fromEntries(rest))
    return { method, address, body, headers: { 'content-type': 'application/json' } }
  }
  const query = rest
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  return { method, address: query ? `${address}?${query}` : address, body: null, headers: {} }
}

type Field = [name: string, value: unknown]

/** Uses a form only where it is required or a file is sent. */
const isForm = ({ body }: Endpoint, fields: Field[]): boolean =>
  body === 'multipart' ||
  (body === 'multipart or json' && fields.some(([, value]) => value instanceof File))

function toForm(fields: Field[]): FormData {
  const form = new FormData()
  for (const [name, value] of fields)
    if (value !== undefined) form.append(name, value instanceof File ? value : String(value))
  return form
}
