import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { browse } from './browse.ts'

const look = { text: (name: string) => name, name: (name: string) => name }
const names = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 60 })

test('pages of any size add up to the whole list in order', () => {
  const property = fc.property(
    names,
    fc.integer({ min: 1, max: 100 }),
    fc.constantFrom('createdAt', '-createdAt', 'name', '-name'),
    (all, limit, sort) => {
      const whole = browse(all, { sort }, look)
      assert.equal(whole.total, all.length)
      const pages = []
      for (let page = 1; page <= Math.ceil(all.length / limit) + 1; page++)
        pages.push(...browse(all, { sort, page, limit }, look).found)
      assert.deepEqual(pages, whole.found)
      assert.deepEqual(pages.toSorted(), all.toSorted())
    },
  )
  fc.assert(property, { seed: 20_260_101 })
})

test('both sort directions contain the same games', () => {
  const property = fc.property(names, fc.constantFrom('createdAt', 'name'), (all, sort) => {
    const { found } = browse(all, { sort }, look)
    assert.deepEqual(browse(all, { sort: `-${sort}` }, look).found, found.toReversed())
  })
  fc.assert(property, { seed: 20_260_101 })
})

test('a name is found by any part of it, in any case', () => {
  const unit = fc.constantFrom(
    'a',
    'B',
    'é',
    'Ü',
    'i',
    'İ',
    'फ',
    'ि',
    '💎',
    '%',
    '\\',
    '_',
    "'",
    ' ',
  )
  const property = fc.property(
    fc.array(fc.string({ unit, minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 60 }),
    fc.nat(59),
    fc.nat(12),
    (all, which, start) => {
      const name = all[which % all.length]!
      const part = Array.from(name).slice(start).join('')
      for (const search of [name, name.toUpperCase(), name.toLowerCase(), part])
        assert.ok(browse(all, { search: search.trim() }, look).found.includes(name), search)
    },
  )
  fc.assert(property, { seed: 20_260_101 })
})

test('the catalogue’s own order is left as it was', () => {
  const all = ['b', 'a']
  browse(all, { sort: '-name' }, look)
  browse(all, { sort: '-createdAt', search: '' }, look)
  assert.deepEqual(all, ['b', 'a'])
})

test('a mistyped name is found if nothing matches exactly', () => {
  const games = ['Rune Keepers', 'Moonfall Arena', 'Lanterns']
  const search = (typed: string) => browse(games, { search: typed }, look).found
  assert.deepEqual(search('runw'), ['Rune Keepers'])
  assert.deepEqual(search('monfall arena'), ['Moonfall Arena'])
  assert.deepEqual(search('rune'), ['Rune Keepers'])
  assert.deepEqual(search('xyzw'), [])
})
