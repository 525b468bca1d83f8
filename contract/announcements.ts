import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput } from './endpoint.ts'
import { Paging } from './paging.ts'
import { Link, required, text } from './fields.ts'

/** News for every visitor, in a strip above the shop. The newest that has not ended is the current one. */
const Announcement = z.object({
  _id: z.string(),
  title: z.string(),
  message: z.string(),
  link: z.string(),
  createdAt: z.iso.datetime(),
  endsAt: z.iso.datetime().nullable(),
})
export type Announcement = z.output<typeof Announcement>

/** Nothing is announced most of the time. */
export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/notification',
  access: 'anyone',
  keep: true,
  message: '',
  input: NoInput,
  output: Announcement.nullable(),
})

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/notification/all',
  access: 'admin',
  message: '',
  input: Paging,
  output: z.object({ notifications: z.array(Announcement), total: z.int() }),
})

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/notification',
  access: 'admin',
  message: 'Announcement published',
  input: z.strictObject({
    title: required('Please enter a title').max(80, 'A title has at most 80 letters'),
    message: text(300).default(''),
    link: Link.default(''),
    endsAt: z.iso.datetime('Please enter a date').nullable().default(null),
    /** Everybody whose e-mail is proven gets it there too. */
    isMailed: z.boolean().exactOptional(),
  }),
  output: Announcement,
})

export const deleteAnnouncement = endpoint({
  method: 'DELETE',
  path: '/notification/:id',
  access: 'admin',
  message: 'Announcement deleted',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})
