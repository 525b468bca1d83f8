import * as fc from 'fast-check'
import { pathParameters, type Endpoint } from '#contract/endpoint.ts'

/** Values that good callers send, so that what is hostile gets past the first door now and then. */
const GOOD = [
  'asha@example.com',
  '9876543210',
  'Asha Rao',
  'Passw0rd!',
  '1234',
  '00000000-0000-4000-8000-000000000000',
  '1',
  'email',
  '-createdAt',
]

const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u{d800}',
  '\u202e',
  '%',
  '%00',
  '%E0%A4%A',
  '\\',
  `'"; drop table users; --`,
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '[object Object]',
  'NaN',
  '-0',
  '1e309',
  '99999999999999999999',
  '2026-02-31T25:61:61Z',
  '00000000-0000-0000-0000-000000000000',
  '\r\nx-injected: yes',
  '<script>alert(1)</script>',
  '💎'.repeat(200),
  'a'.repeat(5_000),
]

const text = fc.oneof(
  fc.constantFrom(...GOOD),
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

const value = fc.oneof(
  { weight: 6, arbitrary: text },
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, [], {}, [[]], { $ne: null }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 6 }),
)

export type Hostile = { fields: Record<string, unknown>; path: string; headers: string[] }

/** A call of an endpoint by somebody who means harm or knows no better. */
export function hostileCall({ path, input }: Endpoint): fc.Arbitrary<Hostile> {
  const inPath = pathParameters(path)
  const names = Object.keys(input.shape).filter((name) => !inPath.includes(name))
  const known = Object.fromEntries(names.map((name) => [name, value]))
  const unknown = fc.dictionary(text, value, { maxKeys: 2 })
  return fc.record({
    fields: fc
      .tuple(fc.record(known, { requiredKeys: [] }), fc.option(unknown, { nil: {}, freq: 3 }))
      .map(([first, second]) => ({ ...first, ...second })),
    path: fc
      .array(text, { minLength: inPath.length, maxLength: inPath.length })
      .map((values) => path.replace(/:\w+/g, () => toPath(values.pop()!))),
    headers: fc
      .array(fc.tuple(fc.constantFrom(...HEADERS), headerValue), { maxLength: 3 })
      .map((pairs) => pairs.map(([name, content]) => `${name}: ${content}`)),
  })
}

const toPath = (content: string) => encodeURIComponent(content.toWellFormed())

export const toQuery = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .map(([name, content]) => `${toPath(name)}=${toPath(String(content))}`)
    .join('&')

const HEADERS = [
  'accept',
  'accept-encoding',
  'authorization',
  'cookie',
  'idempotency-key',
  'if-none-match',
  'range',
  'user-agent',
  'x-forwarded-for',
  'x-http-method-override',
  'x-request-id',
]

const headerValue = fc.oneof(
  fc.constantFrom(
    'Bearer',
    'Bearer a.b.c',
    'gemstall_google=x',
    '1.2.3.4, ::1',
    'bytes=0-1,-',
    '*',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
)
