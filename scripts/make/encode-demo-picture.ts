// Encodes a picture of the demo shop in every size, as an upload would, so that a first start need not:
//   node scripts/make/encode-demo-picture.ts games/runeward-legends drawing.png
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { encodeImage } from '#server/platform/files/encode-image.ts'

const FOLDER = join(import.meta.dirname, '../../demo/pictures')
const SHAPES = join(FOLDER, 'shapes.json')

const [name, drawing] = process.argv.slice(2)
if (!name || !drawing) throw new Error('Which picture, and from which file?')
const { sizes, ...shape } = await encodeImage(readFileSync(drawing), 'image')
for (const { width, format, bytes } of sizes)
  writeFileSync(join(FOLDER, `${name}-${width}.${format}`), bytes)

const known = JSON.parse(readFileSync(SHAPES, 'utf8')) as Record<string, typeof shape>
const lines = Object.entries({ ...known, [name]: shape })
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(
    ([key, { width, height, color }]) =>
      `  "${key}": { "width": ${width}, "height": ${height}, "color": "${color}" }`,
  )
writeFileSync(SHAPES, `{\n${lines.join(',\n')}\n}\n`)
