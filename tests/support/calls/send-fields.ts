import { API_BASE, pathParameters, takesForm, type Endpoint } from '#contract/core/endpoint.ts'
import { sendsFields } from '#contract/core/request.ts'
import type { Person } from '#tests/support/accounts/people.ts'
import { A_FILE, type Fields } from './valid-input.ts'

export type Sent = {
  method: string
  address: string
  body: string | FormData | Uint8Array<ArrayBuffer> | null
  type: string
}

/** Builds a request with arbitrary fields, each where its endpoint expects it. */
export function toSent(endpoint: Endpoint, fields: Fields, file: File | null = null): Sent {
  const { method, path } = endpoint
  const inPath = pathParameters(path)
  const rest = Object.entries(fields).filter(([name]) => !inPath.includes(name))
  const address =
    API_BASE + path.replace(/:(\w+)/g, (_, name: string) => encode(toText(fields[name])))
  if (takesForm(endpoint) && rest.some(([, value]) => value === A_FILE))
    return { method, address, body: toForm(rest, file), type: '' }
  if (sendsFields(endpoint))
    return { method, address, body: toJson(Object.fromEntries(rest)), type: 'application/json' }
  const query = toQuery(rest)
  const body = endpoint.body === 'raw' ? '{}' : null
  return { method, address: query ? `${address}?${query}` : address, body, type: '' }
}

/** Replaces lone surrogates, which a URL can't contain. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

const toJson = (fields: Fields): string =>
  JSON.stringify(fields, (_, value: unknown) => (value === A_FILE ? 'file' : value))

/** Writes a list as the same name repeated. */
const toQuery = (fields: [string, unknown][]): string =>
  fields
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map(
        (one) => `${encode(name)}=${encode(toText(one))}`,
      ),
    )
    .join('&')

const toText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

function toForm(fields: [string, unknown][], file: File | null): FormData {
  const form = new FormData()
  for (const [name, value] of fields)
    if (value === A_FILE && file) form.append(name, file)
    else if (value !== undefined) form.append(name, toText(value === A_FILE ? '' : value))
  return form
}

export type Answered = { status: number; headers: Headers; text: string; ms: number }

const PATIENCE_MS = 15_000

/** Sends a request and reads the answer. Of an endless stream it reads only the beginning. */
export async function sendSent(
  { url, tokens, headers }: Pick<Person, 'url' | 'tokens' | 'headers'>,
  { method, address, body, type }: Sent,
  more: Record<string, string> = {},
): Promise<Answered> {
  const begun = performance.now()
  const leaving = new AbortController()
  const timer = setTimeout(() => leaving.abort(), PATIENCE_MS)
  try {
    const response = await fetch(`${url}${address}`, {
      method,
      body,
      redirect: 'manual',
      signal: leaving.signal,
      headers: {
        ...(type ? { 'content-type': type } : {}),
        ...(tokens ? { authorization: `Bearer ${tokens.accessToken}` } : {}),
        ...headers,
        ...more,
      },
    })
    const isEndless = response.headers.get('content-type')?.startsWith('text/event-stream')
    const text = isEndless ? await readFirst(response) : await response.text()
    const { status, headers: answerHeaders } = response
    return { status, headers: answerHeaders, text, ms: performance.now() - begun }
  } finally {
    clearTimeout(timer)
  }
}

async function readFirst({ body }: Response): Promise<string> {
  const reader = body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}
