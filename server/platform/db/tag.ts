// The tag behind sql`…`: what stands in the braces becomes a parameter, never a part of the text.

/** A piece of SQL that can stand inside another. */
export type Fragment = { readonly strings: readonly string[]; readonly values: readonly unknown[] }

/** What a driver is asked: text with $1, $2, … and what they stand for. */
export type Compiled = { text: string; values: unknown[] }

const made = new WeakSet<object>()

/** Only what was made here is SQL: an object that came with a request may look like anything. */
export function markFragment<Made extends Fragment>(fragment: Made): Made {
  made.add(fragment)
  return fragment
}

const isFragment = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && made.has(value)

/** The name of a table or column that is not known until it runs. */
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

/** PostgreSQL's text holds no NUL, and what the outside world says is not ours to choose. */
function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', UNHELD)
  return Array.isArray(value) ? value.map(toStorable) : value
}

/** Nor does its JSON, or half of a character. A backslash that was written is not the beginning of one. */
export const writeJson = (value: unknown): string =>
  JSON.stringify(value)?.replaceAll(/\\(?:\\|u(?:0000|d[89a-f][\da-f]{2}))/g, (escape) =>
    escape === '\\\\' ? escape : UNHELD,
  )
