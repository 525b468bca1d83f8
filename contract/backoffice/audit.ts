import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { CursorPaging, Paging } from '#contract/core/paging.ts'
import { days } from '#contract/core/period.ts'

/** An action of an administrator. `before` and `after` are as stored, with amounts in minor units. */
const AuditEntry = z.object({
  _id: z.string(),
  userId: z.object({ _id: z.string(), fullName: z.string(), email: z.string() }),
  action: z.string(),
  subject: z.string(), // its kind, then its id
  before: z.unknown(),
  after: z.unknown(),
  address: z.string(),
  createdAt: z.iso.datetime(),
})
export type AuditEntry = z.output<typeof AuditEntry>

/**
 * Lists the latest first by default. Pass `next` as `after` to get more; new entries then shift nothing. `page` counts
 * from there, or from the start. Actions and subjects are found by how they begin.
 */
export const listAudit = endpoint({
  method: 'GET',
  path: '/audit',
  access: 'admin',
  message: '',
  input: Paging.omit({ page: true }).extend({
    searchIndex: z.enum(['action', 'subject', 'email']).default('action'),
    ...CursorPaging,
    ...days,
  }),
  output: z.object({ entries: z.array(AuditEntry), next: z.string().nullable() }),
})
