import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { checkCode, checkDocument, checkLanguage } from './check-language.ts'

const rulesIn = (text: string, path = 'server/some-file.ts') =>
  checkCode(path, text).map(({ rule }) => rule)

test('a comment that opens with a relative clause is a fault', () => {
  const bad = [
    '/** What of a payment is in the wallet. */',
    '/**\n * Whether the order is paid.\n * It may be refunded.\n */',
    '  /** Those to which nothing is sent. */',
    '/** One that answers nothing. */',
    '/** Of two orders, the older. */',
    '// Who may call.\n// Staff may.\nconst a = 1\n',
    '// Whoever comes first.\n',
    '{/* Or else it is hidden. */}',
    '/* Else nothing. */',
  ]
  for (const text of bad) assert.deepEqual(rulesIn(text), ['comment opener'], text)
  const good = [
    '/** The part of a payment already credited to the wallet. */',
    '/** One dispatch for each product. */',
    '/** Order of the fields. */',
    '/** Offers. */',
    '/** Whoops. */',
    '// Staff may call.\n// What they see is logged.\n',
    'const seconds = 1 // of the whole upload',
    "const pattern = '/** What */'",
  ]
  for (const text of good) assert.deepEqual(rulesIn(text), [], text)
})

test('a title that opens with a relative clause is a fault', () => {
  const bad = [
    "test('of two orders at once one is paid', () => {})",
    "test('what was lost is found', () => {})",
    'journey(\n  `who buys is told`,\n)',
    'test("one is warned after a day", () => {})',
    "  async 'what is never paid ends in time'(counter) {",
  ]
  for (const text of bad) assert.deepEqual(rulesIn(text), ['title opener'], text)
  const good = [
    "test('a gift sent twice with one key is given once', () => {})",
    "test('one key with two bodies is one order', () => {})",
    "latest('what is not a title')",
  ]
  for (const text of good) assert.deepEqual(rulesIn(text), [], text)
})

test('a banned word is a fault in comments, titles and documents, with the word to use instead', () => {
  const sentences: [text: string, says: string][] = [
    ['Checks the wish.', 'says “wish”: write input or request'],
    ['Sends a Parcel.', 'says “Parcel”: write dispatch'],
    ['Counts against the allowance.', 'says “allowance”: write rate limit'],
    ['Stops crowding.', 'says “crowding”: write load shedding'],
    ['The API for resellers’ programs.', 'says “resellers’ programs”: write API client'],
    ['Goes through the front door.', 'says “door”: write call, route or API'],
    ['Finishes the jobs in hand.', 'says “in hand”: write what is meant'],
    ['Takes it off the shelf.', 'says “shelf”: write catalogue, on sale, off sale'],
    ['Counts the till.', 'says “the till”: write checkout or payment'],
  ]
  for (const [text, says] of sentences) {
    const breach = { rule: 'word', says, line: 2 }
    assert.deepEqual(checkCode('a.ts', `\n/** ${text} */`), [breach])
    assert.deepEqual(checkCode('a.ts', `\nconst a = 1 // ${text}`), [breach])
    assert.deepEqual(checkCode('a.ts', `\ntest('${text}', () => {})`), [breach])
    assert.deepEqual(checkDocument('docs/a.md', `# A\n${text}`), [breach])
  }
})

test('plain words that look like banned ones are no faults', () => {
  const good = [
    'Customers place an order; staff deliver it by hand and hand it over.',
    'The back office waits till noon, in the morning too.',
    'Handles a mail program. The footer stands out. Outdoors.',
    'Inserts into `parcel`, see `server/orders/parcels.ts` and sandbox/providers/parcels.ts.',
    'A link to [dispatches](../orders/parcel.md).',
  ]
  for (const text of good) {
    assert.deepEqual(rulesIn(`// ${text}\n`), [], text)
    assert.deepEqual(checkDocument('docs/a.md', text), [], text)
  }
  assert.deepEqual(rulesIn("const wish = 'a wish behind the door'"), [])
})

test('a banned name of a type or a file is a fault', () => {
  const bad = [
    'type Wish = 1',
    'export type OrderWish = 1',
    'export interface Standing {}',
    'class ParcelRow {}',
    'type Handle<T> = T',
    'type Place = 1',
    'type Told = 1',
    'type Manner = 1',
    'type ForeignWorldStall = 1',
  ]
  for (const text of bad) assert.deepEqual(rulesIn(text), ['name'], text)
  for (const path of ['web/state/early-hands.ts', 'tests/e2e/till.ts', 'server/x/crowding.test.ts'])
    assert.deepEqual(rulesIn('', path), ['name'], path)
  const good = [
    'type Placement = 1',
    'type PlaceOrderInput = 1',
    'type FileHandle = 1',
    'type Outstanding = 1',
    'type Wishbone = 1',
  ]
  for (const text of good) assert.deepEqual(rulesIn(text), [], text)
  assert.deepEqual(rulesIn('', 'server/orders/place/place-order.ts'), [])
})

test('a line of a document has at most 100 columns, unless it is a row, an address or code', () => {
  const long = `${'word '.repeat(20)}x`
  assert.deepEqual(checkDocument('a.md', `short\n${long}`), [
    { rule: 'columns', line: 2, says: 'has 101 columns: break it at 100' },
  ])
  const address = `https://example.com/${'a'.repeat(100)}`
  const good = [
    long.slice(1),
    `| ${long} |`,
    `\`\`\`sh\n${long}\n\`\`\``,
    `- a list\n\n  \`\`\`\n  ${long}\n  \`\`\``,
    `[a page](${address})`,
    `See ${address}`,
  ]
  for (const text of good) assert.deepEqual(checkDocument('a.md', text), [], text)
  assert.equal(checkDocument('a.md', `\`\`\`\ncode\n\`\`\`\n${long}`)[0]?.line, 4)
})

test('the glossary may list former words behind a term', () => {
  const entry = '- **dispatch**: one send of one product. Still called: parcel.'
  assert.deepEqual(checkDocument('docs/glossary.md', entry), [])
  assert.equal(checkDocument('docs/operating.md', entry).length, 1)
  assert.equal(checkDocument('docs/glossary.md', '- **parcel**: one send').length, 1)
})

test('breaches are found in every folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gemstall-language-'))
  try {
    const files = {
      'README.md': 'A wish.',
      'docs/decisions/001-a.md': 'A wish.',
      'server/orders/place/a.ts': '/** What it is. */',
      'web/ui/a.tsx': '/** A wish. */',
      'web/ui/b.tsx': '/** What a wish is. */',
      'docs/figures/bench.md': 'A wish.', // generated
      'web/node_modules/a/a.css': '/* What it is. */',
    }
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    assert.deepEqual(checkLanguage(folder), [
      'README.md:1 says “wish”: write input or request',
      'docs/decisions/001-a.md:1 says “wish”: write input or request',
      'server/orders/place/a.ts:1 opens with “What”: name the subject first',
      'web/ui/a.tsx:1 says “wish”: write input or request',
      'web/ui/b.tsx:1 opens with “What”: name the subject first',
      'web/ui/b.tsx:1 says “wish”: write input or request',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
