import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeQuote } from './rules.ts'

const judge = (rupees: number, last: number, percent: number) =>
  judgeQuote({ currency: 'USD', rupees }, last, percent)

test('rupees for a dollar become dollars for a rupee, to eight decimals', () => {
  assert.deepEqual(judge(83.3333, 0.012, 5), { rate: 0.012 })
  assert.deepEqual(judge(84.9, 0.012, 5), { rate: 0.01177856 })
  assert.deepEqual(judge(83.33, 0.012, 5), { rate: 0.01200048 })
})

test('the largest allowed change is accepted, and a hundred-millionth more is refused', () => {
  assert.deepEqual(judge(1 / 0.0126, 0.012, 5), { rate: 0.0126 })
  assert.deepEqual(judge(1 / 0.0114, 0.012, 5), { rate: 0.0114 })
  for (const rate of [0.01260001, 0.01139999])
    assert.ok('problem' in judge(1 / rate, 0.012, 5), String(rate))
  assert.deepEqual(judge(1 / 0.018, 0.012, 50), { rate: 0.018 })
})

test('no quote leads to a rate of zero, or to one that no shop can have', () => {
  for (const rupees of [Number.MIN_VALUE, 1e-300, 0.5, 1, 1e9, 1e300, Number.MAX_VALUE])
    assert.ok('problem' in judge(rupees, 0.012, 100), String(rupees))
  assert.ok('problem' in judge(0.9, 0.9, 100))
})

test('a rupee may be worth more than one unit of a currency other than the dollar', () => {
  assert.deepEqual(judgeQuote({ currency: 'JPY', rupees: 0.578 }, 1.7, 5), { rate: 1.73010381 })
  const verdict = judgeQuote({ currency: 'JPY', rupees: 0.6 }, 1.8, 5)
  assert.ok('problem' in verdict && verdict.problem.includes('0.6 rupees for one JPY'))
})
