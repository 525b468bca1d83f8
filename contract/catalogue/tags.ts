import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput } from '#contract/core/endpoint.ts'
import { Paging } from '#contract/core/paging.ts'
import { required, seen } from '#contract/core/fields.ts'

export const Tag = z.object({
  _id: z.string(),
  tagName: z.string(),
  tagColor: z.string(),
  tagBackground: z.string(),
})
export type Tag = z.output<typeof Tag>

const Colour = required('Please choose a colour')
  .regex(/^#[0-9a-f]{6}$/i, 'Enter a colour as # and six digits, such as #f4b942')
  .toLowerCase()
const fields = {
  tagName: required('Please enter a tag name').max(30, 'A tag name can have at most 30 characters'),
  tagColor: Colour,
  tagBackground: Colour,
}
const TagSort = z.enum(['tagName', '-tagName', 'createdAt', '-createdAt'])

export const listTags = endpoint({
  method: 'GET',
  path: '/tag',
  access: 'anyone',
  keep: true,
  message: '',
  input: Paging.extend({ sort: TagSort.default('-createdAt') }),
  output: z.object({ tags: z.array(Tag), total: z.int() }),
})

export const listAllTags = endpoint({
  method: 'GET',
  path: '/tag/all',
  access: 'anyone',
  keep: true,
  message: '',
  input: NoInput,
  output: z.array(Tag),
})

export const createTag = endpoint({
  method: 'POST',
  path: '/tag',
  access: 'admin',
  right: 'catalogue',
  message: 'Tag added',
  input: z.strictObject(fields),
  output: Tag,
})

export const editTag = endpoint({
  method: 'PUT',
  path: '/tag/:id',
  access: 'admin',
  right: 'catalogue',
  message: 'Tag updated',
  input: z
    .strictObject({ id: Id, ...fields })
    .partial({ tagName: true, tagColor: true, tagBackground: true })
    .extend({ was: seen(z.strictObject(fields)) }),
  output: Tag,
})

export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/tag/:id',
  access: 'admin',
  right: 'catalogue',
  message: 'Tag deleted',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})
