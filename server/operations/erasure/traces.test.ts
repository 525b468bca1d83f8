import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eraseFromJson, eraseFromLines, eraseFromText, isIn, tracesOf } from './traces.ts'

const USER = '0199d0c0-0000-7000-8000-000000000001'
const asha = {
  userId: USER,
  email: 'asha.rao+1@shop.example',
  phone: '9876543210',
  fullName: 'Asha Rao',
}
const traces = tracesOf(asha)

test('a person is found in every spelling of their data, and people with similar data are not', () => {
  for (const [text, left] of [
    ['To ASHA.RAO+1@shop.example.', 'To [erased].'],
    ['?email=asha.rao%2B1%40shop.example&x', '?email=[erased]&x'],
    ['a%3Dasha.rao%2b1%40shop.example', 'a%3D[erased]'],
    [
      '+91 98765 43210, 919876543210, 09876543210, 98765-43210',
      '[erased], [erased], [erased], [erased]',
    ],
    ['asha  rao; Asha%20Rao; asha+rao', '[erased]; [erased]; [erased]'],
    [`user ${USER}`, 'user [erased]'],
  ])
    assert.equal(eraseFromText(text!, traces), left)
  for (const other of [
    'natasha.rao+1@shop.example',
    'asha.rao+1@shop.example2',
    'asha.rao@shop.example',
    '19876543210123',
    'Natasha Rao',
    'Asha Raopal',
  ])
    assert.equal(eraseFromText(other, traces), other)
})

test('a namesake on another line of a file keeps their name', () => {
  const file = 'Asha Rao,asha.rao+1@shop.example,9876543210\nAsha Rao,other@shop.example,1\n'
  assert.equal(
    eraseFromLines(file, traces),
    '[erased],[erased],[erased]\nAsha Rao,other@shop.example,1\n',
  )
  assert.equal(isIn('Asha Rao, 9876543210', traces.sure), false)
})

test('a guest without an email is found by phone, and nobody else', () => {
  const guest = tracesOf({ ...asha, email: '', fullName: 'Guest' })
  assert.equal(
    eraseFromText('to , by +91 9876543210 <x@y.example>', guest),
    'to , by [erased] <x@y.example>',
  )
  assert.equal(isIn('to , <x@y.example>', guest.sure), false)
  assert.equal(isIn(`user ${USER}`, guest.sure), true)
})

test('a name that looks like JSON or a regular expression breaks nothing', () => {
  for (const fullName of ['true', 'null', '","a":"', '(.*', '[', '\\', '.*', 'ä{2}', '  ', 'a|b']) {
    const value = { a: true, b: null, c: `${fullName} x`, true: [fullName] }
    const left = eraseFromJson(value, tracesOf({ ...asha, phone: null, fullName })) as typeof value
    assert.deepEqual([left.a, left.b, Object.keys(left)], [true, null, Object.keys(value)])
    if (fullName.trim())
      assert.deepEqual([left.c, left.true], ['[erased] x', ['[erased]']], fullName)
  }
  assert.equal(
    eraseFromText('all of this stays', tracesOf({ ...asha, fullName: '.*' })),
    'all of this stays',
  )
})
