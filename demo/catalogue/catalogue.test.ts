import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { createAnnouncement } from '#contract/backoffice/announcements.ts'
import { createBanner } from '#contract/catalogue/banners.ts'
import { addItem, createGame } from '#contract/catalogue/games.ts'
import { editSettings } from '#contract/catalogue/settings.ts'
import { INSTALLED } from '#connectors/connectors.ts'
import { MANUAL } from '#contract/catalogue/sources.ts'
import { createTag } from '#contract/catalogue/tags.ts'
import { SUPPLIER_TWINS } from '#sandbox/twins.ts'
import { priceBy } from '#server/suppliers/prices/price-by.ts'
import { toGameInput, toItemInput } from '#demo/load-games.ts'
import { BATTLE_ARENAS } from './battle-arenas.ts'
import { DEMO_CATEGORIES, DEMO_GAMES } from './catalogue.ts'
import { DEMO_ANNOUNCEMENT, DEMO_BANNERS, DEMO_SETTINGS } from './front.ts'
import { OVERSEA_SERVERS, toGame, WORLD_SERVERS } from './game.ts'
import { DEMO_TAGS } from './tags.ts'

const KNOWN = { pictures: new Map<string, string>(), tags: new Map<string, string>() }
const packs = DEMO_GAMES.flatMap((game) => game.packs)

/** Checks that the contract accepts the input and decodes it unchanged. */
function assertTaken(schema: z.ZodObject, input: unknown): void {
  const wire = z.encode(schema, input as never)
  assert.deepEqual(z.decode(schema, wire), input)
}

test('every demo game, pack, tag, banner and setting fits the contract', () => {
  for (const game of DEMO_GAMES) {
    assertTaken(createGame.input, toGameInput(game, KNOWN))
    for (const pack of game.packs) assertTaken(addItem.input, toItemInput(game, pack, KNOWN))
  }
  for (const [tagName, { color, background }] of Object.entries(DEMO_TAGS))
    assertTaken(createTag.input, { tagName, tagColor: color, tagBackground: background })
  for (const { title, slug, summary, description } of DEMO_BANNERS) {
    const texts = { bannerTitle: title, bannerSlug: slug }
    const more = { bannerSummary: summary, bannerDescription: description }
    assertTaken(createBanner.input.omit({ image: true }), { ...texts, ...more })
  }
  assertTaken(editSettings.input, DEMO_SETTINGS)
  assertTaken(createAnnouncement.input, { ...DEMO_ANNOUNCEMENT, endsAt: null })
})

test('24 games are in 6 categories, with 6 to 14 packs each and unique addresses', () => {
  assert.equal(DEMO_GAMES.length, 24)
  assert.equal(DEMO_CATEGORIES.length, 6)
  for (const { packs } of DEMO_GAMES) assert.ok(packs.length >= 6 && packs.length <= 14)
  assert.equal(new Set(DEMO_GAMES.map(({ slug }) => slug)).size, 24)
  assert.equal(new Set(packs.map(({ slug }) => slug)).size, packs.length)
})

test('every pack’s cost, reseller price, price and list price increase in this order', () => {
  for (const { slug, costPrice, resellerPrice, sellingPrice, listPrice } of packs) {
    assert.ok(costPrice < resellerPrice && resellerPrice < sellingPrice, slug)
    assert.ok(listPrice === null || sellingPrice < listPrice, slug)
    const margin = (sellingPrice - costPrice) / sellingPrice
    assert.ok(margin >= 0.03 && margin <= 0.085, `${slug} ${margin}`)
  }
})

test('a pack tagged -10% is a tenth below its list price', () => {
  for (const { slug, tag, sellingPrice, listPrice } of packs)
    if (tag === '-10%') {
      const saved = 1 - sellingPrice / listPrice!
      assert.ok(saved > 0.08 && saved < 0.125, `${slug} ${saved}`)
    }
})

test('the demo has every case: suppliers, servers, stock, sold out, unavailable', () => {
  const sources = new Set(DEMO_GAMES.map(({ source }) => source))
  assert.deepEqual(sources, new Set([...SUPPLIER_TWINS.map(({ name }) => name), MANUAL]))
  const options = new Set(DEMO_GAMES.flatMap((game) => game.options ?? []))
  assert.deepEqual(options, new Set([...WORLD_SERVERS, ...OVERSEA_SERVERS]))
  assert.ok(DEMO_GAMES.some(({ fields, options }) => fields[1] && !options))
  assert.ok(DEMO_GAMES.some(({ fields }) => !fields[1]))
  const checked = DEMO_GAMES.filter(({ isChecked }) => isChecked)
  assert.ok(checked.every(({ source }) => INSTALLED.suppliers.get(source)?.findsPlayers))
  assert.ok(checked.some(({ fields, options }) => fields[1] && options))
  assert.ok(checked.some(({ fields, options }) => fields[1] && !options))
  assert.equal(DEMO_GAMES.filter(({ isAvailable }) => isAvailable === false).length, 2)
  assert.ok(packs.some(({ quantity }) => quantity === 0))
  assert.ok(packs.some(({ isAvailable }) => !isAvailable))
  assert.ok(packs.some(({ quantity, isQuantityShown }) => quantity && isQuantityShown))
  assert.ok(packs.some(({ quantity, isQuantityShown }) => quantity && !isQuantityShown))
  assert.deepEqual(new Set(packs.map(({ tag }) => tag)), new Set([null, ...Object.keys(DEMO_TAGS)]))
})

test('a game whose supplier has no connector is delivered by hand', () => {
  const known = BATTLE_ARENAS.find(({ others }) => others)!
  const { source, packs, rule } = toGame({ ...known, source: 'nobody' })
  assert.deepEqual([source, rule], [MANUAL, undefined])
  assert.ok(packs.every((pack) => pack.serviceId === '' && pack.sources.length === 0))
  const others = [{ source: 'nobody', givenGameName: 'x', givenRegion: '' }]
  assert.deepEqual(toGame({ ...known, others }).packs[0]!.sources, [])
})

test('demo prices follow the price rules of their games', () => {
  const ruled = DEMO_GAMES.filter(({ rule }) => rule)
  assert.equal(ruled.length, 2)
  for (const { rule, packs } of ruled)
    for (const { slug, costPrice, sellingPrice, resellerPrice } of packs)
      assert.deepEqual(priceBy(rule!, costPrice), { sellingPrice, resellerPrice }, slug)
})

test('a tag’s text contrasts with its background', () => {
  for (const [name, { color, background }] of Object.entries(DEMO_TAGS)) {
    const [light, dark] = [luminance(color), luminance(background)].toSorted((a, b) => b - a)
    assert.ok((light! + 0.05) / (dark! + 0.05) >= 4.5, name)
  }
})

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
