import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCsvRow } from './csv.ts'

test('a spreadsheet shows exactly the text of each cell, whatever it contains', () => {
  assert.equal(toCsvRow(['plain', null, 7, '']), 'plain,,7,\r\n')
  assert.equal(toCsvRow(['a "b", c', 'two\nlines']), '"a ""b"", c","two\nlines"\r\n')
  assert.equal(toCsvRow(['é ₹ 💎', '-1250.50', '0.0001']), 'é ₹ 💎,-1250.50,0.0001\r\n')
})

test('no text of a customer becomes a formula', () => {
  for (const text of ['=1+1', '+919999', '-2+3', '@SUM(A1)', '\tx', '=cmd|x@example.com'])
    assert.match(toCsvRow([text]), /^"?'/, text)
})
