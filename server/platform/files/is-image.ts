type Sign = { at: number; bytes: string }

const SIGNS: Sign[][] = [
  [{ at: 0, bytes: '\xff\xd8\xff' }], // JPEG
  [{ at: 0, bytes: '\x89PNG\r\n\x1a\n' }],
  [{ at: 0, bytes: 'GIF87a' }],
  [{ at: 0, bytes: 'GIF89a' }],
  [
    { at: 0, bytes: 'RIFF' },
    { at: 8, bytes: 'WEBP' },
  ],
]

const BRANDS_END = 64

/**
 * True when the file starts like an image type that the shop accepts. The decoder knows many more types. Some of them
 * fetch addresses or run code, so they must not reach it.
 */
export function isImage(file: Buffer): boolean {
  const start = file.subarray(0, BRANDS_END).toString('latin1')
  const shows = ({ at, bytes }: Sign) => start.startsWith(bytes, at)
  return SIGNS.some((sign) => sign.every(shows)) || isAvif(file, start)
}

/** AVIF starts with an `ftyp` box that lists brands. Some encoders name AVIF only after the main brand. */
function isAvif(file: Buffer, start: string): boolean {
  if (start.slice(4, 8) !== 'ftyp') return false
  const brands = start.slice(8, Math.min(file.readUInt32BE(0), BRANDS_END))
  return (brands.match(/.{4}/gs) ?? []).some((brand) => brand === 'avif' || brand === 'avis')
}
