import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overload } from './overload.ts'

test('a node that is offered far too much answers or refuses clearly, loses nothing, and is soon itself again', async () => {
  await using stack = new AsyncDisposableStack()
  const report = await overload(stack, { seconds: 4, seed: 7, steps: [16], slack: 4 })
  const { wrong, fault, audit, lost, shots } = report
  assert.deepEqual({ wrong, fault, audit, lost }, { wrong: [], fault: null, audit: [], lost: 0 })
  assert.ok(
    shots.some(({ status }) => status === 503) && shots.some(({ status }) => status === 200),
  )
})
