import { z } from 'zod'
import { endpoint, Id, NoOutput } from '#contract/core/endpoint.ts'
import { seen } from '#contract/core/fields.ts'
import { ByDate, OptionalPaging } from '#contract/core/paging.ts'

/** A short link of the shop, /go/{slug}, that redirects elsewhere and counts its visits. */
const GotoLink = z.object({
  _id: z.string(),
  slug: z.string(),
  url: z.string(),
  clicks: z.int(),
  createdAt: z.iso.datetime(),
})
export type GotoLink = z.output<typeof GotoLink>

export const GotoSlug = z
  .string('Please enter an address')
  .trim()
  .max(60, 'An address can have at most 60 characters')
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'An address can have lower-case letters, digits and single dashes',
  )

const fields = {
  slug: GotoSlug,
  url: z
    .url({ protocol: /^https?$/, normalize: true, error: 'Please enter a link' })
    .max(2_000, 'This link is too long'),
}

export const listGotoLinks = endpoint({
  method: 'GET',
  path: '/goto-link',
  access: 'admin',
  right: 'marketing',
  message: '',
  input: OptionalPaging.extend(ByDate),
  output: z.array(GotoLink), // all of them without page and limit
})

export const createGotoLink = endpoint({
  method: 'POST',
  path: '/goto-link',
  access: 'admin',
  right: 'marketing',
  message: 'Link added',
  input: z.strictObject(fields),
  output: GotoLink,
})

export const editGotoLink = endpoint({
  method: 'PUT',
  path: '/goto-link/:id',
  access: 'admin',
  right: 'marketing',
  message: 'Link updated',
  input: z
    .strictObject(fields)
    .partial()
    .extend({ id: Id, was: seen(z.strictObject(fields)) }),
  output: GotoLink,
})

export const deleteGotoLink = endpoint({
  method: 'DELETE',
  path: '/goto-link/:id',
  access: 'admin',
  right: 'marketing',
  message: 'Link deleted',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})
