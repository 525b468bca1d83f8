// Builds queries for sql`…`. Each value becomes a parameter and never a part of the text.

/** A piece of SQL that can be used inside another. */
export type Fragment = { readonly strings: readonly string[]; readonly values: readonly unknown[] }

/** A query for the driver: text with $1, $2, … and their values. */
export type Compiled = { text: string; values: unknown[] }

const made = new WeakSet<object>()

/** Marks a fragment as SQL. Objects from a request may have the same shape, but are never marked. */
export function markFragment<Made extends Fragment>(fragment: Made): Made {
  made.add(fragment)
  return fragment
}

const isFragment = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && made.has(value)

/** Quotes the name of a table or column that is known only at run time. */
export const nameFragment = (name: string): Fragment =>
  markFragment({ strings: [`"${name.replaceAll('"', '""')}"`], values: [] })

/** (a, b) values ($1, $2) */
export function valuesFragment(row: Record<string, unknown>): Fragment {
  const entries = known(row)
  const columns = entries.map(([name]) => toColumn(name)).join(', ')
  return markFragment({
    strings: [`(${columns}) values (`, ...entries.slice(1).map(() => ', '), ')'],
    values: entries.map(([, value]) => value),
  })
}

/** a = $1, b = $2 */
export function setFragment(row: Record<string, unknown>): Fragment {
  const entries = known(row)
  return markFragment({
    strings: [
      ...entries.map(([name], index) => `${index > 0 ? ', ' : ''}${toColumn(name)} = `),
      '',
    ],
    values: entries.map(([, value]) => value),
  })
}

const known = (row: Record<string, unknown>) =>
  Object.entries(row).filter(([, value]) => value !== undefined)

const toColumn = (name: string) =>
  `"${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`

export function compile(fragment: Fragment): Compiled {
  const values: unknown[] = []
  const write = ({ strings, values: parts }: Fragment): string => {
    let text = strings[0]!
    for (const [index, part] of parts.entries()) {
      if (isFragment(part)) text += write(part)
      else {
        if (part === undefined) throw new Error(`An undefined value in: ${strings.join('$')}`)
        text += `$${values.push(toStorable(part))}`
      }
      text += strings[index + 1]!
    }
    return text
  }
  return { text: write(fragment), values }
}

const UNHELD = '\ufffd'

/** Replaces NUL, which PostgreSQL's text cannot hold. Text from outside may contain it. */
function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', UNHELD)
  return Array.isArray(value) ? value.map(toStorable) : value
}

/** Replaces NUL and unpaired surrogates, which PostgreSQL's JSON cannot hold. Skips escaped backslashes. */
export const writeJson = (value: unknown): string =>
  JSON.stringify(value)?.replaceAll(/\\(?:\\|u(?:0000|d[89a-f][\da-f]{2}))/g, (escape) =>
    escape === '\\\\' ? escape : UNHELD,
  )
