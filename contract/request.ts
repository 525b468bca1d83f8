import { z } from 'zod'
import { API_BASE, pathParameters, type Endpoint, type Input } from './endpoint.ts'

/** A call as it goes over the wire; `address` begins with a slash. */
export type WireRequest = {
  method: Endpoint['method']
  address: string
  body: string | FormData | null
  headers: Record<string, string> // a form's content type is left to who sends it: it names what parts it
}

/** Whether the fields go in the body: not where there is none, or where it is bytes. */
export const sendsFields = ({ method, body }: Endpoint): boolean =>
  (method === 'POST' || method === 'PUT') && body !== 'raw'

/** Puts each field of an input where its endpoint wants it: path, query or body. */
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

/** Where both will do, only a file needs a form. */
const isForm = ({ body }: Endpoint, fields: Field[]): boolean =>
  body === 'multipart' ||
  (body === 'multipart or json' && fields.some(([, value]) => value instanceof File))

function toForm(fields: Field[]): FormData {
  const form = new FormData()
  for (const [name, value] of fields)
    if (value !== undefined) form.append(name, value instanceof File ? value : String(value))
  return form
}
