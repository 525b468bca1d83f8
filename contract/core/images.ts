export const IMAGE_BYTES_MAX = 5 * 1024 * 1024

/** Widths that an image is stored in, up to its own. Its own width is stored too, at most the last of these. */
export const IMAGE_WIDTHS = [160, 320, 640, 1280, 1920] as const
export const IMAGE_FORMATS = ['avif', 'webp'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

/** URL of an image file, /files/{key}/{width}.{format}. Its content never changes. */
export const imageAddress = (key: string, width: number, format: ImageFormat): string =>
  `/files/${key}/${width}.${format}`

/** Stored widths of an image this wide, the largest last. */
export function imageWidths(width: number): number[] {
  const largest = Math.min(width, IMAGE_WIDTHS.at(-1)!)
  return [...IMAGE_WIDTHS.filter((one) => one < largest), largest]
}

/** For <source srcset>: the widths of one format, up to `widthMax`. `image` is the URL of any size. */
export function imageSources(
  { image, width }: { image: string; width: number },
  format: ImageFormat,
  widthMax: number,
): string {
  const key = image.split('/').at(-2)!
  return imageWidths(width)
    .filter((one, index) => index === 0 || one <= widthMax)
    .map((one) => `${imageAddress(key, one, format)} ${one}w`)
    .join(', ')
}
