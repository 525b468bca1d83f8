// Makes public/icons/ from the gem. Run it after changing the gem: node scripts/make/make-icons.ts
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const ROOT = join(import.meta.dirname, '../..')
const TARGET = join(ROOT, 'public/icons')
const NIGHT = '#14101f'
const gem = readFileSync(join(ROOT, 'public/favicon.svg'))

/** Phones cut a maskable icon to their own shape, so the gem stays within the inner four fifths. */
const ICONS = [
  { name: '192.png', size: 192, share: 0.86, background: undefined },
  { name: '512.png', size: 512, share: 0.86, background: undefined },
  { name: 'maskable-512.png', size: 512, share: 0.56, background: NIGHT },
  { name: 'touch.png', size: 180, share: 0.64, background: NIGHT },
]

/** The preview image of a shared link. It has no text, because each shop chooses its own name. */
const SHARE = { width: 1200, height: 630, gem: 300 }
const night = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE.width}" height="${SHARE.height}">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#0d0920"/><stop offset=".62" stop-color="#251640"/><stop offset="1" stop-color="#57301f"/>
    </linearGradient>
    <radialGradient id="glow">
      <stop offset="0" stop-color="#ffb347" stop-opacity=".5"/><stop offset=".4" stop-color="#f79f3a" stop-opacity=".18"/>
      <stop offset="1" stop-color="#ec8f2c" stop-opacity="0"/>
    </radialGradient>
  </defs>
  <rect width="1200" height="630" fill="url(#sky)"/>
  <g fill="#efe6cf" opacity=".6">
    <circle cx="90" cy="80" r="2"/><circle cx="210" cy="170" r="1.5"/><circle cx="340" cy="60" r="2.2"/>
    <circle cx="820" cy="90" r="1.8"/><circle cx="960" cy="190" r="1.4"/><circle cx="1080" cy="70" r="2.2"/>
    <circle cx="150" cy="330" r="1.4"/><circle cx="1120" cy="310" r="1.6"/><circle cx="700" cy="46" r="1.5"/>
  </g>
  <circle cx="600" cy="330" r="420" fill="url(#glow)"/>
  <circle cx="190" cy="250" r="190" fill="url(#glow)"/><circle cx="1010" cy="250" r="190" fill="url(#glow)"/>
  <path d="M-20 120C240 220 420 190 600 150s420-60 640 10" fill="none" stroke="#5b4a70" stroke-width="3"/>
  <path d="M0 560 1200 530V630H0z" fill="#170e26"/><path d="M0 560 1200 530v10L0 571z" fill="#7a4a25"/>
</svg>`

mkdirSync(TARGET, { recursive: true })
const large = await sharp(gem, { density: (72 * SHARE.gem) / 32 })
  .resize(SHARE.gem, SHARE.gem)
  .toBuffer()
await sharp(Buffer.from(night))
  .composite([{ input: large, gravity: 'centre' }])
  .jpeg({ quality: 88, mozjpeg: true })
  .toFile(join(TARGET, 'share.jpg'))
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
