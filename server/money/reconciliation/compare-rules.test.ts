import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differCapture, differRefund, differTotal, type Refunded } from './compare-rules.ts'

const inr = (amount: number) => ({ amount, currency: 'INR' })

test('captures differ by missing on one side, by currency or by amount', () => {
  for (const [ours, theirs, kind] of [
    [null, null, undefined],
    [inr(5), inr(5), undefined],
    [null, inr(5), 'missing here'],
    [inr(5), null, 'missing there'],
    [inr(5), inr(6), 'amount'],
    [inr(5), { amount: 5, currency: 'USD' }, 'currency'],
  ] as const)
    assert.equal(differCapture({ name: 'P1', ours, theirs })[0]?.kind, kind)
})

const one = (change: Partial<Refunded>): Refunded => ({
  reference: 'R1',
  amount: 50,
  currency: 'INR',
  state: 'done',
  isOverdue: false,
  there: 'done',
  ...change,
})

test('payouts differ if only one side has sent money', () => {
  for (const [change, kind] of [
    [{}, undefined],
    [{ there: 'asked' }, undefined],
    [{ there: 'unknown' }, 'refund missing there'],
    [{ there: 'failed' }, 'refund missing there'],
    [{ state: 'failed', there: 'failed' }, undefined],
    [{ state: 'failed', there: 'done' }, 'refund missing here'],
    [{ state: 'asked', there: 'done' }, undefined], // the gateway is asked once more
    [{ state: 'asked', there: 'unknown' }, undefined],
    [{ state: 'asked', there: 'unknown', isOverdue: true }, 'refund missing there'],
    [{ state: 'asked', there: 'asked', isOverdue: true }, undefined], // banks are slow
  ] as const)
    assert.equal(differRefund(one(change))[0]?.kind, kind, JSON.stringify(change))
})

test('the total sent back equals our payouts, with or without those under way', () => {
  const refunds = [one({}), one({ there: 'asked', amount: 20 }), one({ there: 'failed' })]
  for (const [theirs, kind] of [
    [50, undefined],
    [70, undefined],
    [71, 'refund amount'],
    [49, 'refund amount'],
  ] as const)
    assert.equal(differTotal({ name: 'P1', currency: 'INR' }, refunds, theirs)[0]?.kind, kind)
  assert.deepEqual(differTotal({ name: 'P1', currency: 'INR' }, [], 9), [
    { reference: 'P1', kind: 'refund missing here', ours: null, theirs: 9, currency: 'INR' },
  ])
  assert.deepEqual(differTotal({ name: 'P1', currency: 'INR' }, [], 0), [])
})
