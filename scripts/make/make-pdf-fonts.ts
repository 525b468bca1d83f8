// Makes server/accounting/pdf/fonts/ from the font packages, in the format that PDF files need.
// Run it after changing a font: node_modules/.bin/node scripts/make/make-pdf-fonts.ts
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { convert } from 'fontverter'
import subsetFont from 'subset-font'

const ROOT = join(import.meta.dirname, '../..')
const PACKAGES = join(ROOT, 'node_modules')
const NOTO = join(PACKAGES, '@expo-google-fonts/noto-sans')
const TARGET = join(ROOT, 'server/accounting/pdf/fonts')

/** Latin, Greek, Cyrillic and Vietnamese letters, punctuation and currencies. */
const LETTERS = [
  [0x20, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x3ff],
  [0x400, 0x52f],
  [0x1e00, 0x1eff],
  [0x2000, 0x206f],
  [0x20a0, 0x20c0],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
] as const

/** Scripts of customers' names, beside those letters. Nothing in them is bold. */
const SCRIPTS = [
  'arabic',
  'bengali',
  'devanagari',
  'gujarati',
  'gurmukhi',
  'kannada',
  'malayalam',
  'oriya',
  'tamil',
  'telugu',
]

mkdirSync(TARGET, { recursive: true })
copyFileSync(join(NOTO, 'LICENSE_FONT'), join(TARGET, 'LICENSE'))
const letters = LETTERS.flatMap(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
).join('')
for (const weight of ['400Regular', '700Bold']) {
  const source = join(NOTO, weight, `NotoSans_${weight}.ttf`)
  write(
    `noto-sans-${weight.slice(0, 3)}.ttf`,
    await subsetFont(readFileSync(source), letters, { targetFormat: 'sfnt' }),
  )
}
for (const script of SCRIPTS) {
  const family = `noto-sans-${script}`
  const file = `${family}-${script}-400-normal.woff2`
  const source = join(PACKAGES, '@fontsource', family, 'files', file)
  write(`${family}.ttf`, await convert(readFileSync(source), 'sfnt'))
}

function write(file: string, font: Uint8Array): void {
  writeFileSync(join(TARGET, file), font)
  console.log(`${file} ${(font.length / 1024).toFixed(1)} kB`)
}
