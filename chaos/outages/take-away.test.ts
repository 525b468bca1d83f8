import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BLOWS } from './blows.ts'
import { takeAway } from './take-away.ts'

const TRIED = ['database refused', 'gateway failing', 'mail server garbage', 'Valkey killed']

test('what is away hurts only what needs it, and what waits for it is done once it is back', async () => {
  await using stack = new AsyncDisposableStack()
  const blows = BLOWS.filter(({ what, way }) => TRIED.includes(`${what} ${way}`))
  const taken = await takeAway(stack, { seconds: 2, seed: 7, blows, share: 0.25, slack: 4 })
  const { wrong, fault, audit } = taken
  assert.deepEqual({ wrong, fault, audit }, { wrong: [], fault: null, audit: [] })
  assert.ok(taken.orders > 20 && taken.letters > 3, `${taken.orders}, ${taken.letters}`)
  assert.ok(taken.blows.some(({ refusals }) => refusals['503 BUSY']! > 5))
})
