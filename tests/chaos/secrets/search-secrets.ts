import type { Sql } from '#server/platform/db/db.ts'
import type { Secrets } from './collect-secrets.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'

export type SearchReport = {
  secrets: number
  searched: number
  lines: number // of the log
  rows: number // of all tables
  found: string[]
}

type SearchScope = { log: string; sql: Sql; seed: number; each: number }

/** The id of a challenge's row, which is useless without the code. */
const MAY_BE_KEPT = new Set(['token of a sent code', 'token of a sent code or a link'])

/** Searches the shop's output and its stored data for every secret, in all ways it may be written. */
export async function searchSecrets(
  secrets: Secrets,
  { log, sql, seed, each }: SearchScope,
): Promise<SearchReport> {
  const dice = createDice(seed)
  const lines = log.split('\n').filter(Boolean)
  const { text, rows } = await readRows(sql)
  const report: SearchReport = { secrets: 0, searched: 0, lines: lines.length, rows, found: [] }
  for (const [kind, all] of secrets) {
    const some = draw([...all], each, dice)
    report.secrets += all.size
    report.searched += some.length
    for (const secret of some) {
      if (spellings(secret).some((one) => log.includes(one)))
        report.found.push(`${kind} ${hint(secret)} in the log`)
      if (!MAY_BE_KEPT.has(kind) && spellings(secret).some((one) => text.includes(one)))
        report.found.push(`${kind} ${hint(secret)} in a table`)
    }
  }
  report.found.push(...findNames(lines))
  return { ...report, found: [...new Set(report.found)] }
}

const hint = (secret: string): string => `${secret.slice(0, 4)}…`

/** The secret as it is, in JSON, in an address, and as encoded bytes. */
const spellings = (secret: string): string[] => [
  ...new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('hex'),
  ]),
]

const draw = (all: string[], count: number, dice: Dice): string[] =>
  all.length <= count ? all : Array.from({ length: count }, () => dice.pick(all))

async function readRows(sql: Sql): Promise<{ text: string; rows: number }> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'`
  const texts = []
  for (const { name } of tables)
    texts.push(
      ...(await sql<{ line: string }[]>`select to_jsonb(one)::text as line from ${sql(name)} one`),
    )
  return { text: texts.map(({ line }) => line).join('\n'), rows: texts.length }
}

/**
 * Words that a name in the log must not contain. Four-digit codes can't be searched for, so the names that would carry
 * one are.
 */
const MUST_NOT_BE_NAMED =
  /pass(word|wd)|secret|token|cookie|authorization|api.?key|otp|\bbody\b|query|\burl\b|\bq\b|detail/i

function findNames(lines: string[]): string[] {
  const names = new Set<string>()
  for (const line of lines) {
    const parsed = read(line)
    if (!parsed) return [`a line of the log is not JSON: ${line.slice(0, 200)}`]
    collect(parsed, '', names)
  }
  return [...names]
    .filter((name) => MUST_NOT_BE_NAMED.test(name))
    .map((name) => `the log names ${name}`)
}

function read(line: string): object | null {
  try {
    return JSON.parse(line) as object
  } catch {
    return null
  }
}

function collect(value: object, path: string, names: Set<string>): void {
  for (const [name, inside] of Object.entries(value)) {
    if (name !== 'url' || !isShopItself(inside)) names.add(`${path}${name}`)
    if (typeof inside === 'object' && inside !== null) collect(inside, `${path}${name}.`, names)
  }
}

/** The shop's own address, which it logs at its start. */
const isShopItself = (inside: unknown): boolean => /^https?:\/\/[^/?]+$/.test(String(inside))
