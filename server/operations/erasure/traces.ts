/** Name, email and phone of a deleted account. The email is empty for guests who gave a phone. */
export type Identity = { userId: string; email: string; phone: string | null; fullName: string }

/** Regular expressions that JavaScript and PostgreSQL read alike. Both ignore case. */
export type Traces = {
  sure: string // matches this person and nobody else
  all: string // also matches the full name and phone, which others may share
}

export const ERASED = '[erased]'

const START = '(?:(?<![0-9A-Za-z._+-])|(?<=%[0-9A-Fa-f]{2}))'
const END = '(?![0-9A-Za-z])'
const INDIA = '(?:(?:\\+|%2b)?91[ -]?|0)?'

export function tracesOf({ userId, email, phone, fullName }: Identity): Traces {
  const sure = [...(email ? [`${START}${spell(email)}(?![0-9A-Za-z-])`] : []), userId]
  const names = fullName.trim() ? [`${START}${spell(fullName.trim())}${END}`] : []
  const phones = phone ? [`(?<![0-9])${INDIA}${Array.from(phone).join('[ -]?')}(?![0-9])`] : []
  return { sure: sure.join('|'), all: [...sure, ...phones, ...names].join('|') }
}

/** Matches the text both as it is and URL-encoded. */
const spell = (text: string): string =>
  text
    .split(/\s+/)
    .map((word) => Array.from(word, spellLetter).join(''))
    .join('(?:\\s|\\+|%20)+')

function spellLetter(letter: string): string {
  if (/[0-9A-Za-z]/.test(letter)) return letter
  const plain = letter > '\x7f' ? letter : `\\${letter}`
  const bytes = [...Buffer.from(letter)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
  return `(?:${plain}|${bytes.join('')})`
}

export const isIn = (text: string, pattern: string): boolean => new RegExp(pattern, 'i').test(text)

export const eraseFromText = (text: string, { all }: Traces): string =>
  text.replace(new RegExp(all, 'gi'), ERASED)

/** Erases only from lines that surely name the person. Another line may be about a namesake. */
export const eraseFromLines = (text: string, traces: Traces): string =>
  text
    .split('\n')
    .map((line) => (isIn(line, traces.sure) ? eraseFromText(line, traces) : line))
    .join('\n')

/** Changes strings only, so that a person called `true` or `null` breaks nothing. */
export function eraseFromJson(value: unknown, traces: Traces): unknown {
  if (typeof value === 'string') return eraseFromText(value, traces)
  if (Array.isArray(value)) return value.map((one) => eraseFromJson(one, traces))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, eraseFromJson(one, traces)]),
  )
}
