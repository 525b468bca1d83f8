import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { createPicture, type Picture } from '#contract/catalogue/gallery.ts'
import {
  IMAGE_BYTES_MAX,
  imageAddress,
  imageWidths,
  type ImageFormat,
} from '#contract/core/images.ts'
import type { Person } from '#tests/support/accounts/people.ts'

export const toFile = (bytes: Buffer, name = 'picture.png', type = 'image/png') =>
  new File([Buffer.from(bytes)], name, { type })

type Shape = { width?: number; height?: number; background?: string }

/** A picture of a single colour. Each colour makes a different image. */
export const plain = ({ width = 40, height = 30, background = '#7f5af0' }: Shape = {}) =>
  sharp({ create: { width, height, channels: 3, background } })

export const plainFile = async (shape: Shape = {}, name = 'picture.png') =>
  toFile(await plain(shape).png().toBuffer(), name)

/** Noise around a middle grey, stronger with a larger `sigma`. */
export const grainy = ({
  width,
  height,
  sigma,
}: {
  width: number
  height: number
  sigma: number
}) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  })

/** Makes a photograph like a phone's: twelve megapixels with noise, and exactly the largest allowed size. */
export async function makePhotograph(): Promise<File> {
  const [width, height] = [4000, 3000]
  const grain = await grainy({ width, height, sigma: 9 }).raw().toBuffer()
  const shapes = await grainy({ width: width / 20, height: height / 20, sigma: 60 })
    .png()
    .toBuffer()
  const photograph = await sharp(shapes)
    .resize(width, height, { kernel: 'cubic' })
    .composite([{ input: grain, raw: { width, height, channels: 3 }, blend: 'overlay' }])
    .jpeg({ quality: 90 })
    .toBuffer()
  if (photograph.length > IMAGE_BYTES_MAX) throw new Error(`${photograph.length} bytes`)
  const bytes = Buffer.alloc(IMAGE_BYTES_MAX)
  photograph.copy(bytes)
  return toFile(bytes, 'IMG_2041.jpg', 'image/jpeg')
}

type Header = { width: number; height: number; bits: 1 | 8; data: Buffer }

/** A greyscale PNG whose header may lie about its data. */
export function makePng({ width, height, bits, data }: Header): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bits
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

let made = 0

export async function makePicture(
  admin: Person,
  { imageName = `Picture ${++made}`, image }: { imageName?: string; image?: File } = {},
): Promise<Picture> {
  const file =
    image ??
    (await plainFile({ background: `#0000${(++made % 256).toString(16).padStart(2, '0')}` }))
  const { data, status, message } = await admin.call(createPicture, { imageName, image: file })
  if (status !== 200) throw new Error(`${status}: ${message}`)
  return data
}

/** Lists every address of a picture that a page may use. */
export const addressesOf = ({ image, width }: Pick<Picture, 'image' | 'width'>) =>
  (['avif', 'webp'] as const).flatMap((format: ImageFormat) =>
    imageWidths(width).map((one) => imageAddress(image.split('/').at(-2)!, one, format)),
  )

export async function fetchBytes(url: string): Promise<Buffer> {
  const response = await fetch(url)
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}
