import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stopNodes } from './stop-nodes.ts'

test('a node that stops answers all it has taken, and leaves its jobs to the others', async () => {
  await using stack = new AsyncDisposableStack()
  const few = { requests: 20, jobs: 8, share: 0.1 }
  const { wrong, fault, audit, stops } = await stopNodes(stack, { stops: 1, seed: 7, ...few })
  assert.deepEqual({ wrong, fault, audit }, { wrong: [], fault: null, audit: [] })
  assert.ok(stops[0]!.inFlight >= 20 && stops[0]!.jobs >= 8)
})
