import { z } from 'zod'
import { Id } from './endpoint.ts'
import { text } from './fields.ts'

// Actions that one person asks for and another one approves.

export const ApprovalState = z.enum(['waiting', 'done', 'declined'])
export type ApprovalState = z.output<typeof ApprovalState>

export const approvalFields = {
  state: ApprovalState,
  askedBy: z.string(), // name of the colleague
  isMine: z.boolean(), // asked for by the caller, who cannot approve it
  askedAt: z.iso.datetime(),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  answer: z.string(), // why it was declined
}
export type Approval = z.output<z.ZodObject<typeof approvalFields>>

export const Decline = z.strictObject({ id: Id, answer: text(300).min(1, 'Enter a reason') })
export type Decline = z.output<typeof Decline>
