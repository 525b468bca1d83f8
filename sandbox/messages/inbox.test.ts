import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInbox } from './inbox.ts'

const message = { channel: 'mail', to: 'asha@example.test', subject: '', text: '' } as const

test('the newest message comes first', () => {
  const inbox = createInbox()
  for (const text of ['first', 'second', 'third']) inbox.put({ ...message, text })
  assert.deepEqual(
    inbox.list('asha@example.test').map(({ text }) => text),
    ['third', 'second', 'first'],
  )
})

test('the newest ten thousand messages are kept', () => {
  const inbox = createInbox()
  for (let n = 0; n < 10_005; n += 1) inbox.put({ ...message, text: String(n) })
  const kept = inbox.list()
  assert.equal(kept.length, 10_000)
  assert.deepEqual([kept[0]!.text, kept.at(-1)!.text], ['10004', '5'])
})
