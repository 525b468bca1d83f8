import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readableOn } from './readable.ts'

test('a tag keeps its colours where they can be read', () => {
  assert.equal(readableOn('#f4b942', '#1a1205'), '#1a1205')
  assert.equal(readableOn('#7a1f2b', '#ffe9c9'), '#ffe9c9')
})

test('a tag that could not be read is written in the darkest or the lightest', () => {
  assert.equal(readableOn('#f4b942', '#ffffff'), '#14101f')
  assert.equal(readableOn('#1a1205', '#14101f'), '#ffffff')
  assert.equal(readableOn('#777777', '#777777'), '#ffffff')
})
