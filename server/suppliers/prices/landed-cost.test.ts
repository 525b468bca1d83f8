import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ItemSource } from '#contract/catalogue/games.ts'
import type { SupplierName } from '#contract/catalogue/sources.ts'
import { INSTALLED } from '#connectors/connectors.ts'
import { titleOf } from '#server/suppliers/title-of.ts'
import { findLandedCost, splitProducts, type ListedProduct } from './landed-cost.ts'

const RUPEE = { paise: 100n, units: 1n, from: 'rate' } as const
const GAME = { apiName: 'unipin', givenGameName: 'legends', givenRegion: '' } as const
const rupees = (cost: string, isAvailable = true): ListedProduct => ({
  cost,
  currency: 'INR',
  isAvailable,
})

type Listed = Partial<Record<SupplierName, Record<string, ListedProduct>>>

const at = (source: SupplierName, serviceId: string): ItemSource => ({
  source,
  givenGameName: 'legends',
  givenRegion: '',
  serviceId,
})

type Pack = { serviceId?: string; sources?: ItemSource[]; routing?: 'in order' | 'best' }

function costOf(listed: Listed, pack: Pack = {}, strangers: string[] = []) {
  const plain = { serviceId: '1', sources: [], routing: 'in order' as const }
  const item = { ...plain, ...pack }
  const known = {
    lists: ({ source }: { source: SupplierName }) =>
      listed[source] ? new Map(Object.entries(listed[source])) : null,
    unitCosts: (_: SupplierName, currency: string) => (currency === 'INR' ? RUPEE : null),
    hasAccount: (source: SupplierName) => !strangers.includes(source),
    titleOf: (source: SupplierName) => titleOf({ connectors: INSTALLED }, source),
  }
  const landed = findLandedCost(GAME, item, known)
  return landed.is === 'known' ? landed.cost : landed.is === 'unknown' ? landed.why : landed.is
}

test('a pack of several products costs the sum of their costs, each rounded up', () => {
  assert.deepEqual(splitProducts(' 13& 23 & '), ['13', '23'])
  const unipin = { '1': rupees('50.4'), '2': rupees('0.001') }
  assert.equal(costOf({ unipin }), 50_40)
  assert.equal(costOf({ unipin }, { serviceId: '1&2' }), 50_41)
  assert.equal(costOf({ unipin }, { serviceId: '1&1' }), 100_80)
})

test('a pack is out of stock if one of its products is missing or out of stock', () => {
  const unipin = { '1': rupees('50'), '2': rupees('60', false) }
  assert.equal(costOf({ unipin }, { serviceId: '1&2' }), 'out of stock')
  assert.equal(costOf({ unipin }, { serviceId: '1&3' }), 'out of stock')
})

test('an unknown cost stays unknown, with its reason', () => {
  assert.equal(costOf({}), 'UniPin hasn’t sent its prices yet')
  assert.equal(costOf({ unipin: {} }, { serviceId: '' }), 'It has no product at any source')
  assert.equal(costOf({}, {}, ['unipin']), 'The shop has no account with UniPin')
  const coins = { '1': { cost: '5', currency: 'Coin', isAvailable: true } }
  assert.equal(costOf({ unipin: coins }), 'Please enter first what one Coin of UniPin costs')
  for (const cost of ['0', '0.0', '99999999999'])
    assert.match(String(costOf({ unipin: { '1': rupees(cost) } })), /that can’t be right/)
})

test('routing in order takes the first supplier in stock, even if its price is unknown', () => {
  const sources = [at('g2bulk', 'a'), at('moogold', 'b')]
  const g2bulk = { a: rupees('40') }
  const moogold = { b: rupees('30') }
  assert.equal(costOf({ unipin: { '1': rupees('50') }, g2bulk, moogold }, { sources }), 50_00)
  assert.equal(costOf({ unipin: {}, g2bulk, moogold }, { sources }), 40_00)
  assert.match(String(costOf({ g2bulk, moogold }, { sources })), /^UniPin hasn’t sent/)
  assert.equal(costOf({ g2bulk, moogold }, { sources }, ['unipin']), 40_00)
})

test('routing by best takes the cheapest supplier that is in stock and has a price', () => {
  const pack: Pack = { sources: [at('g2bulk', 'a'), at('moogold', 'b')], routing: 'best' }
  const unipin = { '1': rupees('50') }
  assert.equal(costOf({ unipin, moogold: { b: rupees('30') } }, pack), 30_00)
  assert.equal(costOf({ unipin, moogold: { b: rupees('30', false) } }, pack), 50_00)
  assert.match(String(costOf({ unipin: {} }, pack)), /^G2Bulk hasn’t sent/)
  assert.equal(costOf({ unipin: {}, g2bulk: {}, moogold: {} }, pack), 'out of stock')
})
