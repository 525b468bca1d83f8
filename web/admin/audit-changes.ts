export type FieldChange = { name: string; before: string; after: string }

/** What of a thing is another than before, field by field; all of it where it was added or deleted. */
export function listChanges(before: unknown, after: unknown): FieldChange[] {
  const [old, fresh] = [toFields(before), toFields(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
  return names
    .map((name) => ({ name: inWords(name), before: toText(old[name]), after: toText(fresh[name]) }))
    .filter((change) => change.before !== change.after)
}

const toFields = (value: unknown): Record<string, unknown> => {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { value }
}

/** `priceMin` is a price min. */
const inWords = (name: string): string =>
  name.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, begin: string) => `${before} ${begin.toLowerCase()}`,
  )

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
