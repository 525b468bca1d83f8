import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Slug } from '#contract/catalogue/catalog.ts'
import { freeSlug, toSlug } from './slugs.ts'

test('an address is its name in lower case without accents and symbols', () => {
  const addresses: Record<string, string | null> = {
    'Mobile Legends: Bang Bang': 'mobile-legends-bang-bang',
    'Pokémon UNITE': 'pokemon-unite',
    "Assassin's Creed": 'assassins-creed',
    '  --86 Diamonds (+5%)!  ': '86-diamonds-5',
    '［Ｆｕｌｌ］': 'full',
    'ﬁne ①': 'fine-1',
    'फ्री फायर': null,
    '💎': null,
    '': null,
  }
  for (const [name, slug] of Object.entries(addresses)) assert.equal(toSlug(name), slug, name)
})

test('every name gets a valid and free address', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: fc.constantFrom('a', 'B', '9', '-', ' ', 'é', '.'), maxLength: 200 }),
    fc.constantFrom('All', 'admin', 'ADD', 'get', 'Remove'),
  )
  const property = fc.property(name, fc.nat(30), (name, count) => {
    const start = toSlug(name) ?? 'game'
    const taken = new Set<string>()
    for (let one = 0; one <= count; one++) {
      const slug = freeSlug(start, taken)
      assert.ok(Slug.safeParse(slug).success && !taken.has(slug), slug)
      taken.add(slug)
    }
  })
  fc.assert(property, { seed: 20_260_101 })
})

test('words that the shop’s own pages use are never addresses', () => {
  for (const word of ['all', 'admin', 'add', 'get', 'remove'])
    assert.equal(freeSlug(word, new Set()), `${word}-2`)
  assert.equal(freeSlug('allods', new Set()), 'allods')
})
