import { readJson } from '#connectors/messages.ts'

/** Reads the fields of a form. Some accounts receive them as JSON instead. */
export function readForm(body: Buffer): Record<string, string> {
  const value = readJson(body)
  if (typeof value !== 'object' || value === null)
    return Object.fromEntries(new URLSearchParams(body.toString()))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toText(one)]))
}

const toText = (value: unknown): string =>
  typeof value === 'object' ? (value === null ? '' : JSON.stringify(value)) : String(value)
