export const IMAGE_BYTES_MAX = 5 * 1024 * 1024

/** The widths that an image is kept in, as far as it is as wide. Its own width, at most the last, is kept too. */
export const IMAGE_WIDTHS = [160, 320, 640, 1280, 1920] as const
export const IMAGE_FORMATS = ['avif', 'webp'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

/** /files/{key}/{width}.{format}: an address whose content never changes. */
export const imageAddress = (key: string, width: number, format: ImageFormat): string =>
  `/files/${key}/${width}.${format}`

/** The widths that are there of an image this wide, the largest last. */
export function imageWidths(width: number): number[] {
  const largest = Math.min(width, IMAGE_WIDTHS.at(-1)!)
  return [...IMAGE_WIDTHS.filter((one) => one < largest), largest]
}

/** For <source srcset>: the widths of one format that are wanted. `image` is the address of any size of it. */
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
