import { z } from 'zod'
import { Slug, SlugSought } from './catalog.ts'
import { endpoint, Id, NoInput, NoOutput } from '#contract/core/endpoint.ts'
import { Picture } from './gallery.ts'
import { ImageFile } from '#contract/core/image-file.ts'
import { Paging } from '#contract/core/paging.ts'
import { Link, required, text, YesNo } from '#contract/core/fields.ts'

/** `bannerImage` is the URL of the picture's largest size, like `picture.image`. */
export const Banner = z.object({
  _id: z.string(),
  bannerSlug: z.string(),
  bannerImage: z.string(),
  picture: Picture.omit({ _id: true, imageName: true }),
  bannerTitle: z.string(),
  bannerSummary: z.string(),
  bannerDescription: z.string(),
  bannerDate: z.iso.date(),
  bannerFrom: z.string(),
  bannerLink: z.string(),
  isShow: z.boolean(),
})
export type Banner = z.output<typeof Banner>

const fields = {
  bannerTitle: required('Please enter a title').max(120, 'A title can have at most 120 characters'),
  bannerSlug: Slug,
  bannerSummary: text(300),
  bannerDescription: text(5_000),
  bannerDate: z.iso.date('Please enter a date'),
  bannerFrom: text(80),
  bannerLink: Link,
  isShow: YesNo,
}
const input = z.strictObject(fields).partial()

/** The values that a form was opened with. They are JSON text, because all fields beside a file are text. */
const Seen = z
  .codec(z.string().max(50_000), z.strictObject({ ...fields, isShow: z.boolean() }).partial(), {
    decode(text, { issues }) {
      try {
        return JSON.parse(text) as object
      } catch {
        issues.push({ code: 'custom', input: text, message: 'Please send JSON' })
        return z.NEVER
      }
    },
    encode: (was) => JSON.stringify(was),
  })
  .exactOptional()
const BannerSort = z.enum([
  'bannerTitle',
  '-bannerTitle',
  'bannerDate',
  '-bannerDate',
  'createdAt',
  '-createdAt',
])

/** Lists the banners that are shown. */
export const listBanners = endpoint({
  method: 'GET',
  path: '/banner',
  access: 'anyone',
  keep: true,
  message: '',
  input: NoInput,
  output: z.array(Banner),
})

export const findBanner = endpoint({
  method: 'GET',
  path: '/banner/:slug',
  access: 'anyone',
  keep: true,
  message: '',
  input: z.strictObject({ slug: SlugSought }),
  output: Banner,
})

export const listBannersAsAdmin = endpoint({
  method: 'GET',
  path: '/banner/admin',
  access: 'admin',
  right: 'marketing',
  message: '',
  input: Paging.extend({ sort: BannerSort.default('-createdAt') }),
  output: z.object({ banners: z.array(Banner), total: z.int() }),
})

export const findBannerAsAdmin = endpoint({
  method: 'GET',
  path: '/banner/admin/:id',
  access: 'admin',
  right: 'marketing',
  message: '',
  input: z.strictObject({ id: Id }),
  output: Banner,
})

export const createBanner = endpoint({
  method: 'POST',
  path: '/banner',
  access: 'admin',
  right: 'marketing',
  body: 'multipart',
  message: 'Banner added',
  input: input.required({ bannerTitle: true }).extend({ image: ImageFile }),
  output: Banner,
})

export const editBanner = endpoint({
  method: 'PUT',
  path: '/banner/:id',
  access: 'admin',
  right: 'marketing',
  body: 'multipart',
  message: 'Banner updated',
  input: input.extend({ id: Id, image: ImageFile.exactOptional(), was: Seen }),
  output: Banner,
})

export const deleteBanner = endpoint({
  method: 'DELETE',
  path: '/banner/:id',
  access: 'admin',
  right: 'marketing',
  message: 'Banner deleted',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})
