import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { IMAGE_FORMATS, imageWidths } from '#contract/core/images.ts'
import { DEMO_GAMES } from '#demo/catalogue/catalogue.ts'
import { DEMO_BANNERS } from '#demo/catalogue/front.ts'
import { gamePictures, readPicture } from './pictures.ts'

const FOLDER = join(import.meta.dirname, 'pictures')
const BYTES_MAX = 60_000
const TOTAL_BYTES_MAX = 2_500_000

const paths = gamePictures(DEMO_GAMES).map(({ path }) => path)
const pictures = await Promise.all(
  paths.map(async (path) => ({ path, ...(await readPicture(path)) })),
)
const banners = DEMO_BANNERS.map(({ slug }) => `banners/${slug}.avif`)

test('every game and pack size has a picture in every stored size', async () => {
  for (const { path, width, height, sizes } of pictures) {
    assert.equal(sizes.length, imageWidths(width).length * IMAGE_FORMATS.length, path)
    for (const { width: stored, format, bytes } of sizes) {
      const found = await sharp(bytes).metadata()
      assert.equal(found.format, format === 'avif' ? 'heif' : format, path)
      assert.deepEqual([found.width, found.height], [stored, Math.round((stored / width) * height)])
      assert.ok(!found.exif && !found.xmp && !found.hasAlpha, `${path} has more than a picture`)
      assert.ok(bytes.length < BYTES_MAX, `${path} has ${bytes.length} bytes`)
    }
  }
})

test('a picture has many colours, and its placeholder is their average', async () => {
  for (const { path, color, sizes } of pictures) {
    const { channels } = await sharp(sizes[0]!.bytes).stats()
    assert.ok(
      channels.some(({ stdev }) => stdev > 20),
      `${path} is empty`,
    )
    const average = Buffer.from(color.slice(1), 'hex')
    for (const [index, { mean }] of channels.entries())
      assert.ok(Math.abs(mean - average[index]!) < 6, `${path}: ${mean} is not ${color}`)
  }
})

test('no two pictures are alike', () => {
  const largest = [
    ...pictures.map(({ sizes }) => sizes.at(-1)!.bytes),
    ...banners.map((path) => readFileSync(join(FOLDER, path))),
  ]
  const hashes = largest.map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  assert.equal(new Set(hashes).size, largest.length)
})

test('no picture is unused, and together they are small', () => {
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const wanted = [
    'shapes.json',
    ...banners,
    ...pictures.flatMap(({ path, sizes }) =>
      sizes.map(({ width, format }) => `${path}-${width}.${format}`),
    ),
  ]
  assert.deepEqual(files.toSorted(), wanted.map((name) => join(FOLDER, name)).toSorted())
  const shapes = JSON.parse(readFileSync(join(FOLDER, 'shapes.json'), 'utf8')) as object
  assert.deepEqual(Object.keys(shapes).toSorted(), paths.toSorted())
  const total = files.reduce((sum, file) => sum + statSync(file).size, 0)
  assert.ok(total < TOTAL_BYTES_MAX, `${total} bytes`)
})
