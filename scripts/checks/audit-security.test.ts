import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const STATES = ['met', 'does not apply', 'not met']
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const page = read('docs/security.md')
const ITEM = /^- \*\*(\d+\.\d+\.\d+)\s[^*]+\*\*\s\(([\w\s]+)\):\s([^]+?)(?=\n- |\n\n)/gm
const rows = [...page.matchAll(ITEM)].map(([, number, state, proof]) => ({
  number: number!,
  state: state!.replaceAll(/\s+/g, ' '),
  proof: proof!.replaceAll(/\s+/g, ' '),
}))

/** Expands 2.3.1-4 to 2.3.1, 2.3.2, 2.3.3 and 2.3.4. */
function readList(level: string): string[] {
  const [, words] = new RegExp(`^Level ${level}: ([^]+?)\\.$`, 'm').exec(page)!
  return words!.split(/\s+/).flatMap((one) => {
    const [, section, from, to = from] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(one)!
    const count = Number(to) - Number(from) + 1
    return Array.from({ length: count }, (_, index) => `${section}.${Number(from) + index}`)
  })
}

test('every requirement of the first two levels is answered exactly once', () => {
  const [first, second] = [readList('1'), readList('2')]
  assert.deepEqual([first.length, second.length], [70, 183]) // as many as the standard lists for each level
  const numbers = rows.map(({ number }) => number)
  assert.deepEqual(numbers.toSorted(), [...first, ...second].toSorted())
  const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length
  const words = `Of 253 are ${count('met')} met, ${count('does not apply')} do not apply, ${count('not met')} are not met.`
  assert.ok(page.includes(words), words)
  for (const { number, state, proof } of rows) {
    assert.ok(STATES.includes(state), number)
    if (state === 'not met')
      assert.match(proof, /Needs |\d+\.\d+\.\d+|operator|environment/, number)
  }
})

test('the files and test titles named by the pages on security exist', () => {
  for (const text of [page, read('docs/threats.md')]) {
    const paths = [...text.matchAll(/`([\w.@-]+(?:\/[\w.@-]+)+\.(?:tsx?|md|sql))`/g)]
    assert.ok(paths.length > 20)
    for (const [, path] of paths) assert.ok(existsSync(join(ROOT, path!)), `${path} is not there`)
    const titles = [...text.matchAll(/`([\w/.-]+\.test\.ts)`\s+“([^”]+)”/g)]
    assert.ok(titles.length > 10)
    for (const [, path, title] of titles)
      assert.ok(read(path!).includes(title!.replaceAll(/\s+/g, ' ')), `${path}: ${title}`)
  }
})
