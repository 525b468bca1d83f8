import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCountry, sayCountries, sayOneOf } from '#contract/core/countries.ts'
import { findCountries } from './countries.ts'

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
