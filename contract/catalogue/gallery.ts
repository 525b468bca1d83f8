import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput } from '#contract/core/endpoint.ts'
import { Paging } from '#contract/core/paging.ts'
import { required } from '#contract/core/fields.ts'
import { ImageFile } from '#contract/core/image-file.ts'

/** A gallery image. `image` is the URL of its largest size. For the other sizes see images.ts. */
export const Picture = z.object({
  _id: z.string(),
  imageName: z.string(),
  image: z.string(),
  width: z.int(),
  height: z.int(),
  color: z.string(), // shown until the image has loaded: #rrggbb
})
export type Picture = z.output<typeof Picture>

const ImageName = required('Please enter an image name').max(
  80,
  'An image name can have at most 80 characters',
)
const GallerySort = z.enum(['imageName', '-imageName', 'createdAt', '-createdAt'])

export const listGallery = endpoint({
  method: 'GET',
  path: '/gallery',
  access: 'admin',
  right: 'catalogue',
  message: '',
  input: Paging.extend({ sort: GallerySort.default('-createdAt') }),
  output: z.object({ gallery: z.array(Picture), total: z.int() }),
})

export const listAllGallery = endpoint({
  method: 'GET',
  path: '/gallery/all',
  access: 'admin',
  right: 'catalogue',
  message: '',
  input: NoInput,
  output: z.array(Picture),
})

export const createPicture = endpoint({
  method: 'POST',
  path: '/gallery',
  access: 'admin',
  right: 'catalogue',
  body: 'multipart',
  message: 'Image added',
  input: z.strictObject({ imageName: ImageName, image: ImageFile }),
  output: Picture,
})

export const editPicture = endpoint({
  method: 'PUT',
  path: '/gallery/:id',
  access: 'admin',
  right: 'catalogue',
  body: 'multipart',
  message: 'Image updated',
  input: z.strictObject({
    id: Id,
    imageName: ImageName.exactOptional(),
    image: ImageFile.exactOptional(),
  }),
  output: Picture,
})

export const deletePicture = endpoint({
  method: 'DELETE',
  path: '/gallery/:id',
  access: 'admin',
  right: 'catalogue',
  message: 'Image deleted',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})
