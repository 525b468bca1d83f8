import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Gift } from './gifts.ts'

const email = 'kiran@example.com'

const problemsOf = (gift: unknown) =>
  (Gift.safeParse(gift).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])

test('a gift needs the friend’s email, and its message may be empty', () => {
  assert.deepEqual(Gift.parse({ email: ' Kiran@Example.com ' }), { email, message: '' })
  assert.deepEqual(problemsOf({ email: '', message: 'Hi' }), [
    ['email', 'Enter your friend’s email'],
  ])
  for (const wrong of ['kiran', 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@x.io'])
    assert.deepEqual(problemsOf({ email: wrong }), [['email', 'Invalid email address']])
  assert.equal(Gift.safeParse({ email, message: '', sentAt: '2026-01-01' }).success, false)
})

test('a message has at most 200 characters', () => {
  assert.deepEqual(problemsOf({ email, message: 'x'.repeat(200) }), [])
  assert.deepEqual(problemsOf({ email, message: 'x'.repeat(201) }), [
    ['message', 'Enter at most 200 characters'],
  ])
})

test('a message with a link is refused in every spelling', () => {
  for (const message of [
    'See http example',
    'HTTPS://EVIL.EXAMPLE',
    'WWW.evil.example',
    'go to ftp://evil.example',
    'ｈｔｔｐｓ：／／evil.example',
  ])
    assert.deepEqual(problemsOf({ email, message }).length, 1, message)
  for (const message of ['Happy birthday! :) // Asha', 'From: me', '<b>2 > 1</b>', 'W.W.W!'])
    assert.deepEqual(problemsOf({ email, message }), [], message)
})
