import assert from 'node:assert/strict'
import { test } from 'node:test'
import { narrow, type WalletVerdicts } from './smileone-regions.ts'

test('wallets that refuse an account narrow down its country, and claim no more than they know', () => {
  const [known, elsewhere] = ['known', 'elsewhere'] as const
  for (const [verdicts, region] of [
    [{ br: elsewhere, ph: known, ru: elsewhere }, 'Philippines'],
    [{ br: elsewhere, ph: elsewhere, ru: known }, 'Russia'],
    [{ br: elsewhere, ph: known }, 'Philippines'],
    [{ br: elsewhere, ph: elsewhere, ru: elsewhere }, 'Indonesia, Malaysia or Singapore'],
    [{ br: elsewhere, ru: elsewhere }, 'Indonesia, Malaysia, the Philippines or Singapore'],
    [{ br: elsewhere, ph: known, ru: known }, ''],
    [{ br: known, ph: elsewhere, ru: elsewhere }, ''],
    [{ ph: known, ru: elsewhere }, ''],
    [{}, ''],
  ] as [WalletVerdicts, string][])
    assert.equal(narrow(verdicts), region, JSON.stringify(verdicts))
})
