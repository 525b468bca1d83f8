import { z } from 'zod'
import { ApprovalState, approvalFields, Decline } from '#contract/core/approvals.ts'
import { endpoint, Id } from '#contract/core/endpoint.ts'
import { required } from '#contract/core/fields.ts'
import { ByDate, Paging } from '#contract/core/paging.ts'
import { Email } from './people.ts'

// Recovery of accounts whose owners have lost their email or their second factor. Support asks for it, and an
// administrator other than the one who asked approves it.

export const Recovery = z.object({
  _id: z.string(),
  userId: z.string(),
  fullName: z.string(),
  email: z.string().nullable(), // the account's current one; null if the reader may not see it
  newEmail: z.string().nullable(), // null keeps the current one
  /** True if the old email gets a link that undoes the change. */
  canUndo: z.boolean(),
  note: z.string(), // how the owner was recognised
  ...approvalFields,
})
export type Recovery = z.output<typeof Recovery>

export const RecoveryNote = required('Enter how you recognised the owner').max(
  1_000,
  'Enter at most 1,000 characters',
)

/**
 * Asks an administrator to recover a customer's account. The account stays as it is until then, and its owner gets an
 * email.
 */
export const askRecovery = endpoint({
  method: 'POST',
  path: '/user/:id/recovery',
  access: 'admin',
  right: 'customers',
  confirm: true,
  message: 'An administrator must approve this. They’ve been told',
  input: z.strictObject({
    id: Id,
    email: Email('Please enter email').exactOptional(), // without it, the account keeps its email
    /** False if a thief may read the old email. Then it gets no link that undoes the change. */
    canUndo: z.boolean(),
    note: RecoveryNote,
  }),
  output: Recovery,
})

export const listRecoveries = endpoint({
  method: 'GET',
  path: '/recoveries',
  access: 'admin',
  right: 'customers',
  message: '',
  input: Paging.omit({ search: true }).extend({
    state: ApprovalState.exactOptional(),
    userId: Id.exactOptional(), // of this customer
    ...ByDate,
  }),
  output: z.object({ recoveries: z.array(Recovery), total: z.int() }),
})

/** Signs everybody out, removes second factors and the password, and changes the email if asked. */
export const approveRecovery = endpoint({
  method: 'POST',
  path: '/recoveries/:id/approve',
  access: 'admin',
  confirm: true,
  message: 'Account recovered',
  input: z.strictObject({ id: Id }),
  output: Recovery,
})

/** Administrators decline any recovery. Staff withdraw their own. */
export const declineRecovery = endpoint({
  method: 'POST',
  path: '/recoveries/:id/decline',
  access: 'admin',
  right: 'customers',
  confirm: true,
  message: 'Recovery declined',
  input: Decline,
  output: Recovery,
})
