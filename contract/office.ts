import { z } from 'zod'
import { endpoint, NoInput } from './endpoint.ts'

/** What the lists of the back office are about. */
export const NewsKind = z.enum(['orders', 'deliveries', 'payments', 'issues', 'alerts', 'tasks'])
export type NewsKind = z.output<typeof NewsKind>

/** Of what there is news, at most once a second; what it is, the lists say. At first there is none. */
export const followOffice = endpoint({
  method: 'GET',
  path: '/admin/events',
  access: 'admin',
  right: 'any',
  message: '',
  input: NoInput,
  output: z.object({ news: z.array(NewsKind) }),
  stream: true,
})

/** Counting stops here: the menu shows 99+. */
export const COUNT_MAX = 100

const Count = z.int().max(COUNT_MAX).nullable() // null: without the right to look at it

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
