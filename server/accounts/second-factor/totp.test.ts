import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOfStep, findStep, stepOf, toBase32, toUri } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

/** Test vectors from appendix B of RFC 6238. They have eight digits; the code is the last six. */
const VECTORS: [seconds: number, code: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
]

test('codes match the vectors of the standard', () => {
  for (const [seconds, code] of VECTORS)
    assert.equal(codeOfStep(SECRET, stepOf(new Date(seconds * 1000))), code.slice(-6))
})

test('a code works one step before and after its own', () => {
  const step = 37_037_036
  const found = [-2, -1, 0, 1, 2].map((away) =>
    findStep(SECRET, codeOfStep(SECRET, step + away), new Date(step * 30_000 + 29_999)),
  )
  assert.deepEqual(found, [null, step - 1, step, step + 1, null])
  for (const code of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])
    assert.equal(findStep(SECRET, code, new Date()), null)
})

test('secrets are shown in the form that authenticator apps read', () => {
  assert.equal(toBase32(SECRET), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  assert.equal(toBase32(Buffer.from('foobar')), 'MZXW6YTBOI')
  const labelled = { secret: SECRET, issuer: 'My Shop', email: 'asha+a@example.com' }
  assert.equal(
    toUri(labelled),
    'otpauth://totp/My%20Shop:asha%2Ba%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=My%20Shop',
  )
})
