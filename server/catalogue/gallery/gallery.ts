import type { Picture } from '#contract/catalogue/gallery.ts'
import { imageAddress, imageWidths } from '#contract/core/images.ts'

type Image = { key: string; width: number; height: number; color: string }

/** Describes an image by the URL of its largest size, in a format that every browser shows. */
export const toImage = ({ key, width, height, color }: Image) => ({
  image: imageAddress(key, imageWidths(width).at(-1)!, 'webp'),
  width,
  height,
  color,
})

export const toPicture = ({
  id,
  name,
  ...image
}: Image & { id: string; name: string }): Picture => ({
  _id: id,
  imageName: name,
  ...toImage(image),
})
