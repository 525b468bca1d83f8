import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput } from '#contract/core/endpoint.ts'
import { ByDate, Paging } from '#contract/core/paging.ts'
import { Link, required, text } from '#contract/core/fields.ts'
import { TaskState } from '#contract/core/tasks.ts'

/** News for all visitors, in a strip above the shop. The newest one that has not ended is shown. */
const Announcement = z.object({
  _id: z.string(),
  title: z.string(),
  message: z.string(),
  link: z.string(),
  createdAt: z.iso.datetime(),
  endsAt: z.iso.datetime().nullable(),
})
export type Announcement = z.output<typeof Announcement>

const PEOPLE_MAX = 1_000
const days = z
  .int('Please enter a number of days')
  .min(1, 'Enter at least one day')
  .max(3_650, 'Enter at most ten years')

/**
 * Recipients of an announcement by email. Leaves out people who unsubscribed, are blocked, or have no verified email.
 */
export const Audience = z.discriminatedUnion(
  'group',
  [
    z.strictObject({ group: z.literal('everybody') }),
    z.strictObject({ group: z.literal('role'), role: z.enum(['user', 'reseller']) }),
    z.strictObject({ group: z.literal('bought'), days }),
    /** Includes people who never bought, if their account is at least as old. */
    z.strictObject({ group: z.literal('not bought'), days }),
    z.strictObject({ group: z.literal('game'), gameId: Id }),
    z.strictObject({ group: z.literal('money') }),
    z.strictObject({
      group: z.literal('people'),
      userIds: z
        .array(Id)
        .min(1, 'Please choose at least one person')
        .max(PEOPLE_MAX, `Choose at most ${PEOPLE_MAX} people`),
    }),
  ],
  'Please choose a group',
)
export type Audience = z.output<typeof Audience>

/** Progress of an announcement's emails. */
const Mailing = z.object({
  audience: Audience,
  taskId: z.string(), // the task that sends them, and can be stopped
  state: TaskState,
  sentCount: z.int(),
  failedCount: z.int(),
  skippedCount: z.int(), // unsubscribed, blocked or deleted by the time of sending
})
export type Mailing = z.output<typeof Mailing>

const FullAnnouncement = Announcement.extend({
  isShown: z.boolean(), // above the shop
  mailing: Mailing.nullable(), // null if it is not sent by email
})
export type FullAnnouncement = z.output<typeof FullAnnouncement>

const words = {
  title: required('Please enter a title').max(80, 'A title can have at most 80 characters'),
  message: text(300).default(''),
  link: Link.default(''),
}

/** Null most of the time. */
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
  right: 'marketing',
  message: '',
  input: Paging.extend(ByDate),
  output: z.object({ notifications: z.array(FullAnnouncement), total: z.int() }),
})

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/notification',
  access: 'admin',
  right: 'marketing',
  message: 'Announcement published',
  input: z.strictObject({
    ...words,
    endsAt: z.iso.datetime('Please enter a date').nullable().default(null),
    /** Shown above the shop, to everybody. This is the default. */
    isShown: z.boolean().exactOptional(),
    /** Recipients by email. */
    audience: Audience.nullable().exactOptional(),
  }),
  output: FullAnnouncement,
})

/** Counts the people in a group, and those of them who unsubscribed and get no email. */
export const countAudience = endpoint({
  method: 'POST',
  path: '/notification/audience',
  access: 'admin',
  right: 'marketing',
  message: '',
  input: z.strictObject({ audience: Audience }),
  output: z.object({ reachedCount: z.int(), unsubscribedCount: z.int() }),
})

/** Sends the email to the caller's own address, as it would look. */
export const testAnnouncement = endpoint({
  method: 'POST',
  path: '/notification/test',
  access: 'admin',
  right: 'marketing',
  limit: 'account',
  message: 'Sent to your own address',
  input: z.strictObject(words),
  output: NoOutput,
})

export const deleteAnnouncement = endpoint({
  method: 'DELETE',
  path: '/notification/:id',
  access: 'admin',
  right: 'marketing',
  message: 'Announcement deleted',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})
