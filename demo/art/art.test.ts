import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { DEMO_BANNERS } from '#demo/catalogue/front.ts'
import { DEMO_GAMES } from '#demo/catalogue/catalogue.ts'
import { drawings } from '#demo/pictures.ts'
import { hex } from './colour.ts'
import { rasterise } from './raster.ts'
import { drawBanner } from './scene.ts'

const BYTES_MAX = 500_000

const all = [
  ...drawings(DEMO_GAMES),
  ...DEMO_BANNERS.map(({ slug, gameSlug }) => ({
    name: slug,
    draw: () => drawBanner(gameSlug, DEMO_GAMES.find((game) => game.slug === gameSlug)!.art),
  })),
]

const drawn = all.map(({ name, draw }) => ({ name, svg: draw() }))

const SAMPLE_STEP = 7 // every seventh picture: each takes a third of a second

test('a picture of every kind has many colours and is below 500 kB', async () => {
  for (const { name, svg } of drawn.filter((_, index) => index % SAMPLE_STEP === 0)) {
    const bytes = await rasterise(svg)
    const { format, width, height } = await sharp(bytes).metadata()
    assert.equal(format, 'webp', name)
    assert.ok(width >= 160 && height >= 160, name)
    assert.ok(bytes.length < BYTES_MAX, `${name} has ${bytes.length} bytes`)
    const { channels } = await sharp(bytes).stats()
    assert.ok(
      channels.some(({ stdev }) => stdev > 20),
      `${name} is empty`,
    )
  }
})

test('a picture is drawn the same every time, and no two are alike', () => {
  for (const [index, { draw }] of all.entries()) assert.equal(draw(), drawn[index]!.svg)
  assert.equal(new Set(drawn.map(({ svg }) => svg)).size, all.length)
})

test('a drawing has no letters and takes nothing from elsewhere', () => {
  for (const { name, svg } of drawn)
    assert.doesNotMatch(svg, /<text|<image|href|NaN|undefined|Infinity/, name)
})

test('a colour the screen cannot show keeps its hue', () => {
  assert.equal(hex([1, 0, 0]), '#ffffff')
  assert.equal(hex([0, 0, 0]), '#000000')
  assert.match(hex([0.7, 0.4, 145]), /^#[0-9a-f]{6}$/)
})
