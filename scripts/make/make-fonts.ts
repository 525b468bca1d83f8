// Makes web/ui/fonts/ from the font packages, with only the letters that the shop uses.
// Run it after changing a font: node scripts/make/make-fonts.ts
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const ROOT = join(import.meta.dirname, '../..')
const PACKAGES = join(ROOT, 'node_modules/@fontsource-variable')
const TARGET = join(ROOT, 'web/ui/fonts')

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i))

const PLAIN = `${range(0x20, 0x7e)}\u00a0–—‘’“”•…→←−×`
const LATIN = `${PLAIN}${range(0xa1, 0xff)}`
const RUPEE = '₹' // the packages put it with the rarer letters, but every price needs it

const FONTS = [
  { family: 'bricolage-grotesque', letters: PLAIN, weights: { min: 400, max: 800 } },
  { family: 'figtree', letters: LATIN, weights: { min: 400, max: 700 } },
]

mkdirSync(TARGET, { recursive: true })
for (const { family, letters, weights } of FONTS) {
  await make({ family, part: 'latin', letters, name: 'latin', weights })
  await make({ family, part: 'latin-ext', letters: RUPEE, name: 'rupee', weights })
}

type Make = {
  family: string
  part: string
  letters: string
  name: string
  weights: { min: number; max: number }
}

async function make({ family, part, letters, name, weights }: Make): Promise<void> {
  const source = join(PACKAGES, family, 'files', `${family}-${part}-wght-normal.woff2`)
  const font = await subsetFont(readFileSync(source), letters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  })
  const file = `${family}-${name}.woff2`
  writeFileSync(join(TARGET, file), font)
  console.log(`${file} ${(font.length / 1024).toFixed(1)} kB`)
}
