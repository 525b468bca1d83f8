import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCountry, sayCountries, sayOneOf } from '#contract/core/countries.ts'
import { findCountries } from './countries.ts'
import { narrow, type WalletVerdicts } from './smileone.ts'

test('countries are recognised by name and code, in the languages of all sources', () => {
  for (const [words, codes] of [
    ['India', ['IN']],
    ['in', ['IN']],
    ['🇮🇩 Indonesia', ['ID']],
    ['Filipina', ['PH']],
    ['the Philippines', ['PH']],
    ['Rusia', ['RU']],
    ['Myanmar', ['MM']],
    ['Indonesia, Malaysia or Singapore', ['ID', 'MY', 'SG']],
    ['Unknown', []],
    ['Europe', []],
    ['India or Europe', []],
    ['', []],
  ] as const)
    assert.deepEqual(findCountries(words), codes, words)
})

test('a country list written by the shop is parsed back to the same codes', () => {
  for (const codes of [['IN'], ['PH', 'GB'], ['ID', 'MY', 'SG']])
    assert.deepEqual(findCountries(sayOneOf(codes)), codes)
  assert.equal(sayCountries(['IN', 'PH', 'US']), 'India, the Philippines and the United States')
})

test('codes that belong to no current country are rejected', () => {
  assert.deepEqual(['IN', 'GB', 'UK', 'SU', 'ZZ', 'EU', 'AA', 'in', 'IND'].filter(isCountry), [
    'IN',
    'GB',
  ])
})

test('wallets that refuse an account narrow down its country, and claim no more than they know', () => {
  const [known, elsewhere] = ['known', 'elsewhere'] as const
  for (const [verdicts, region] of [
    [{ br: elsewhere, ph: known, ru: elsewhere }, 'Philippines'],
    [{ br: elsewhere, ph: elsewhere, ru: known }, 'Russia'],
    [{ br: elsewhere, ph: known }, 'Philippines'],
    [{ br: elsewhere, ph: elsewhere, ru: elsewhere }, 'Indonesia, Malaysia or Singapore'],
    [{ br: elsewhere, ru: elsewhere }, 'Indonesia, Malaysia, the Philippines or Singapore'],
    [{ br: elsewhere, ph: known, ru: known }, 'Unknown'],
    [{ br: known, ph: elsewhere, ru: elsewhere }, 'Unknown'],
    [{ ph: known, ru: elsewhere }, 'Unknown'],
    [{}, 'Unknown'],
  ] as [WalletVerdicts, string][])
    assert.equal(narrow(verdicts), region, JSON.stringify(verdicts))
})
