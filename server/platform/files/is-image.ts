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
 * Whether this begins as an image that the shop takes. The decoder knows many more kinds of file, some of
 * them drawings that fetch or documents that run: they do not come as far as to it.
 */
export function isImage(file: Buffer): boolean {
  const start = file.subarray(0, BRANDS_END).toString('latin1')
  const shows = ({ at, bytes }: Sign) => start.startsWith(bytes, at)
  return SIGNS.some((sign) => sign.every(shows)) || isAvif(file, start)
}

/** A box `ftyp`, whose brands name it: the main one, or for some encoders one of those behind it. */
function isAvif(file: Buffer, start: string): boolean {
  if (start.slice(4, 8) !== 'ftyp') return false
  const brands = start.slice(8, Math.min(file.readUInt32BE(0), BRANDS_END))
  return (brands.match(/.{4}/gs) ?? []).some((brand) => brand === 'avif' || brand === 'avis')
}
