import type { SentField, ShownCall } from '#web/api-docs/to-page.ts'

export type Outcome = { status: string; headers: string; body: string }

type Trial = { apiKey: string; typed: FormData }

const PATIENCE_MS = 15_000

/** Sends the typed values in the path, query, headers and body. Empty fields are left out. */
export async function sendTrial(
  { method, address, fields }: ShownCall,
  { apiKey, typed }: Trial,
): Promise<Outcome> {
  const said = (field: SentField) => String(typed.get(field.name) ?? '').trim()
  const sent = (place: SentField['in']) =>
    fields.filter((field) => field.in === place && said(field) !== '')
  const path = sent('path').reduce(
    (so, field) => so.replace(`{${field.name}}`, encodeURIComponent(said(field))),
    address,
  )
  const query = new URLSearchParams(sent('query').map((field) => [field.name, said(field)]))
  const hasBody = method === 'POST' || method === 'PUT'
  const body = Object.fromEntries(
    sent('body').map((field) => [field.name, toValue(field, said(field))]),
  )
  try {
    const response = await fetch(query.size > 0 ? `${path}?${query}` : path, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...Object.fromEntries(sent('header').map((field) => [field.name, said(field)])),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
      },
      ...(hasBody ? { body: JSON.stringify(body) } : {}),
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return {
      status: `${response.status} ${response.statusText}`.trim(),
      headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
      body: toLines(await response.text()),
    }
  } catch {
    return {
      status: 'No answer',
      headers: '',
      body: 'No answer. Try again.',
    }
  }
}

/** Lists are separated by commas. An invalid number is sent as typed, so that the shop refuses it. */
function toValue({ type }: SentField, text: string): unknown {
  if (type === 'number' || type === 'integer')
    return Number.isNaN(Number(text)) ? text : Number(text)
  if (type === 'boolean') return text === 'true'
  if (type.endsWith('[]')) return text.split(',').map((one) => one.trim())
  return text
}

function toLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
