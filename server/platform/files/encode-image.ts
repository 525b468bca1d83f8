import sharp, { type Raw } from 'sharp'
import { IMAGE_WIDTHS, imageWidths, type ImageFormat } from '#contract/core/images.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isImage } from './is-image.ts'

export type EncodedImage = {
  width: number
  height: number
  color: string
  sizes: { width: number; format: ImageFormat; bytes: Buffer }[]
}

// Uses one core at most, and leaves the others to customers' requests.
sharp.concurrency(1)
sharp.cache(false)

const PIXELS_MAX = 50_000_000 // more than the cameras of today's phones produce
const SIDE_MAX = IMAGE_WIDTHS.at(-1)!
const DECODE_SECONDS_MAX = 20

/** Encodes the picture anew in every size. Nothing else of the file is kept. */
export async function encodeImage(file: Buffer, field: string): Promise<EncodedImage> {
  const { data, info } = await decode(file, field)
  const { width, height, channels } = info
  const raw = { width, height, channels }
  const sizes = []
  for (const one of imageWidths(width)) sizes.push(...(await encode(data, { raw, width: one })))
  return { width, height, color: await findColor(data, raw), sizes }
}

// Bytes per pixel of WebP above which a picture counts as grainy. For grainy pictures, more AVIF effort takes five
// times as long and saves little. For drawings it costs little and saves a third: docs/decisions/009.
const GRAINY = 0.08

async function encode(
  data: Buffer,
  { raw, width }: { raw: Raw; width: number },
): Promise<EncodedImage['sizes']> {
  const scaled = await sharp(data, { raw })
    .resize(width)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const image = sharp(scaled.data, { raw: scaled.info })
  const webp = await image.clone().webp({ quality: 80, effort: 4 }).toBuffer()
  const isGrainy = webp.length > GRAINY * scaled.info.width * scaled.info.height
  const avif = await image
    .clone()
    .avif({ quality: 50, effort: isGrainy ? 0 : 2 })
    .toBuffer()
  return [
    { width, format: 'webp', bytes: webp },
    { width, format: 'avif', bytes: avif },
  ]
}

/** Decodes the picture at its largest size: upright, in sRGB, 8 bits per channel. */
async function decode(file: Buffer, field: string) {
  if (!isImage(file)) throw new Refusal('NOT_AN_IMAGE', { field })
  try {
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata()
    if (width * height > PIXELS_MAX) throw new Refusal('IMAGE_TOO_LARGE', { field })
    return await sharp(file, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
      .timeout({ seconds: DECODE_SECONDS_MAX })
      .autoOrient()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('IMAGE_BROKEN', { field, cause: error })
  }
}

/** The average colour, shown until the picture has loaded. */
async function findColor(data: Buffer, raw: Raw): Promise<string> {
  const [red = 0, green = red, blue = red] = await sharp(data, { raw })
    .resize(1, 1, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
  return `#${Buffer.from([red, green, blue]).toString('hex')}`
}
