import sharp from 'sharp'

/** Renders a drawing as WebP. Lights bloom slightly, as through a lens. */
export async function rasterise(svg: string): Promise<Buffer<ArrayBuffer>> {
  const drawing = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = drawing.info
  const raw = { width, height, channels }
  const quarter = Math.round(width / 4)
  const bloom = await sharp(drawing.data, { raw })
    .resize(quarter)
    .linear(1.25, -125)
    .blur(Math.max(3, quarter * 0.045))
    .resize(width, height, { kernel: 'cubic' })
    .raw()
    .toBuffer()
  const bytes = await sharp(drawing.data, { raw })
    .composite([{ input: bloom, raw, blend: 'screen' }])
    .webp({ quality: 92, effort: 0 })
    .toBuffer()
  return bytes as Buffer<ArrayBuffer>
}
