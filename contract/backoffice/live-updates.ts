import { z } from 'zod'
import { endpoint, NoInput } from '#contract/core/endpoint.ts'

/** Subjects of the back office's lists. */
export const UpdateKind = z.enum(['orders', 'deliveries', 'payments', 'issues', 'alerts', 'tasks'])
export type UpdateKind = z.output<typeof UpdateKind>

/**
 * Streams the subjects that have changed, at most once a second. The lists hold the details. The first answer is empty.
 */
export const followOffice = endpoint({
  method: 'GET',
  path: '/admin/events',
  access: 'admin',
  right: 'any',
  message: '',
  input: NoInput,
  output: z.object({ news: z.array(UpdateKind) }),
  stream: true,
})

/** Upper limit of the counts, because the menu shows 99+. */
export const COUNT_MAX = 100

const Count = z.int().max(COUNT_MAX).nullable() // null without the right to see it

/** Counts what needs attention, for the badges of the menu. */
export const countOffice = endpoint({
  method: 'GET',
  path: '/admin/counts',
  access: 'admin',
  right: 'any',
  message: '',
  input: NoInput,
  output: z.object({ waiting: Count, issues: Count }),
})
