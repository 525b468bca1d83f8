import type { Dice } from '#tests/chaos/dice.ts'

/** Runs as a script if it is written into a page unescaped. */
export const SCRIPT = '<script>gem(1)</script>'
export const HANDLER = '"><img src=x onerror=gem(1)>'

const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u{d800}',
  '\u{dc00}x',
  '\u202egnp.exe',
  '\u2066\u2067x',
  'e\u0301\u0301\u0301\u0301',
  '\u200b',
  '\ufeff',
  '\ufffe\uffff',
  '💎'.repeat(300),
  'ﷺ'.repeat(200),
  '%',
  '%00',
  '%E0%A4%A',
  '%2e%2e%2f',
  '\\',
  "'",
  '"',
  '`',
  `'"; drop table users; --`,
  `' or '1'='1`,
  `1); delete from orders where (1=1`,
  `$1`,
  `:id`,
  `{{7*7}}`,
  '${7*7}',
  '<%= 7*7 %>',
  '{{constructor.constructor("return process")()}}',
  SCRIPT,
  HANDLER,
  'javascript:gem(1)',
  'data:text/html,<script>gem(1)</script>',
  '</script><script>gem(1)</script>',
  '\r\nx-injected: yes',
  '\r\n\r\n<html>',
  '=cmd|" /C calc"!A1',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data',
  'http://localhost:5432/',
  '//evil.example/x',
  '/\\evil.example',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'undefined',
  'null',
  'NaN',
  'Infinity',
  '-Infinity',
  '-0',
  '-1',
  '0',
  '00',
  '0x10',
  '1e3',
  '1e309',
  '1.5',
  '١٢٣',
  '9007199254740993',
  '99999999999999999999',
  '2147483648',
  '9223372036854775808',
  '[object Object]',
  'true',
  '[]',
  '{}',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{00000000-0000-4000-8000-000000000000}',
  'a'.repeat(256),
  'a'.repeat(5_000),
  `${'a'.repeat(64)}!`,
  `${'x@'.repeat(200)}example.com`,
  'a@b.c'.repeat(1000),
  '9'.repeat(400),
  '/'.repeat(400),
  '('.repeat(500),
]

const DATES = [
  '2026-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-00-00',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '-000001-01-01',
  '+275760-09-13',
  '1969-12-31',
  '2024-02-29',
  '2026-02-31T25:61:61Z',
  '2026-01-01T00:00:00',
  '2026-01-01T23:59:60Z',
  '2026-01-01T00:00:00+99:00',
  '0001-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  'now()',
  'infinity',
  'tomorrow',
]

/** Written into JSON as they are, because no JavaScript value serialises to them. */
const RAW = ['1e309', '-1e309', '-0', '1e-400', '123456789012345678901234567890', '0.1e1']
const rawToken = (text: string): string => `@raw(${text})`
export const withRaw = (json: string): string => json.replace(/"@raw\(([^)]*)\)"/g, '$1')

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.1,
  0.001,
  1.005,
  -0.01,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
  2 ** 63,
  5e-324,
]

const nest = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = wrap(value)
  return value
}

const OTHERS: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { $ne: null },
  { $gt: '' },
  { length: 1e9 },
  { toString: 'x' },
  { strings: ['select 1'], values: [] },
  Array.from({ length: 2_000 }, (_, index) => index),
  Array.from({ length: 300 }, () => ({})),
]

/** Draws any hostile value. Texts are the most frequent, because most fields are texts. */
export function hostileValue({ pick, below }: Dice): unknown {
  const kind = below(20)
  if (kind < 9) return pick(TEXTS)
  if (kind < 11) return pick(DATES)
  if (kind < 14) return pick(NUMBERS)
  if (kind < 15) return rawToken(pick(RAW))
  if (kind < 16) return nest(1 + below(30), pick([(one) => [one], (one) => ({ a: one })]))
  if (kind < 17) return letters({ below }, 40)
  return structuredClone(pick(OTHERS)) // copied, because the value may itself be spoiled later
}

export const hostileText = ({ pick, below }: Dice): string =>
  pick([() => pick(TEXTS), () => pick(DATES), () => letters({ below }, 60)])()

/** Random UTF-16 code units, lone surrogates included. */
function letters({ below }: Pick<Dice, 'below'>, most: number): string {
  const codes = Array.from({ length: below(most) }, () => below(0xffff))
  return String.fromCharCode(...codes)
}

/** Field names that no call has, or that have a meaning in JavaScript. */
export const STRANGE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'role',
  'isAdmin',
  'is_admin',
  'balance',
  'price',
  'userId',
  'createdAt',
  '_id',
  '$where',
  '',
  ' ',
  'a.b',
  'a[b]',
  'a[]',
  '0',
  'x'.repeat(3_000),
  SCRIPT,
]
