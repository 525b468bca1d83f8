import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readCsv } from './read-csv.ts'

const rowsOf = (text: string) => {
  const csv = readCsv(text)
  assert.ok('rows' in csv, JSON.stringify(csv))
  return csv.rows.map(({ line, cells }) => [line, ...cells])
}

test('files of all spreadsheets are read, with any quotes, BOM, line ends, commas, semicolons or tabs', () => {
  const wanted = [
    [1, 'product', 'player'],
    [2, 'a, b; c', '12'],
    [4, 'say "hi"', ''],
  ]
  for (const separator of [',', ';', '\t'])
    for (const end of ['\n', '\r\n', '\r']) {
      const lines = ['product|player', '"a, b; c"|12', '|', '"say ""hi"""|', '']
      const text = lines.join(end).replaceAll('|', separator)
      assert.deepEqual(rowsOf(text), wanted)
      assert.deepEqual(rowsOf(`\u{feff}${text}`), wanted)
    }
  assert.deepEqual(rowsOf('sep=;\na;b\n1,5;2'), [
    [2, 'a', 'b'],
    [3, '1,5', '2'],
  ])
  assert.deepEqual(rowsOf('a,b\n"two\nlines",x\nlast,y'), [
    [1, 'a', 'b'],
    [2, 'two\nlines', 'x'],
    [4, 'last', 'y'],
  ])
  assert.deepEqual(rowsOf(''), [])
})

test('an error in a file names its line', () => {
  assert.deepEqual(readCsv('a,b\n1,"open\n2,3'), {
    fault: { line: 2, words: 'A quotation mark is never closed' },
  })
  assert.deepEqual(readCsv('a,b\n1,2\n"x"y,3'), {
    fault: { line: 3, words: 'There is text after a closing quotation mark' },
  })
})

const write = (text: string) => `"${text.replaceAll('"', '""')}"`

test('any written text is read back unchanged', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '1', ' ', ',', ';', '\t', '"', '\n', 'é') })
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 })
  const property = fc.property(table, (cells) => {
    const text = [['h', 'h'], ...cells].map((row) => row.map(write).join(',')).join('\n')
    const kept = cells.map((row) => row.map((one) => one.trim())).filter((row) => row.some(Boolean))
    assert.deepEqual(
      rowsOf(text)
        .slice(1)
        .map(([, ...row]) => row),
      kept,
    )
  })
  fc.assert(property, { seed: 1, numRuns: 500 })
})
