// Makes public/icons/ from the mark. Run it after changing the gem: node scripts/make-icons.ts
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const ROOT = join(import.meta.dirname, '..')
const TARGET = join(ROOT, 'public/icons')
const NIGHT = '#14101f'
const gem = readFileSync(join(ROOT, 'public/favicon.svg'))

/** A phone cuts a maskable icon to its own shape: the gem stays within the inner four fifths. */
const ICONS = [
  { name: '192.png', size: 192, share: 0.86, background: undefined },
  { name: '512.png', size: 512, share: 0.86, background: undefined },
  { name: 'maskable-512.png', size: 512, share: 0.56, background: NIGHT },
  { name: 'touch.png', size: 180, share: 0.64, background: NIGHT },
]

mkdirSync(TARGET, { recursive: true })
for (const { name, size, share, background } of ICONS) {
  const side = Math.round(size * share)
  const stone = await sharp(gem, { density: (72 * side) / 32 })
    .resize(side, side)
    .toBuffer()
  const ground = background ?? { r: 0, g: 0, b: 0, alpha: 0 }
  await sharp({ create: { width: size, height: size, channels: 4, background: ground } })
    .composite([{ input: stone, gravity: 'centre' }])
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(TARGET, name))
  console.log(name)
}
