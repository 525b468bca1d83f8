import type { Approval, ApprovalState } from '#contract/core/approvals.ts'
import type { Caller } from '#server/context.ts'

type ApprovalRow = {
  state: ApprovalState
  askedBy: string // id
  askerName: string
  askedAt: Date
  deciderName: string | null
  decidedAt: Date | null
  answer: string
}

/** The part of an answer that says who asked for an action, and who decided about it. */
export const toApproval = (row: ApprovalRow, caller: Pick<Caller, 'id'>): Approval => ({
  state: row.state,
  askedBy: row.askerName,
  isMine: row.askedBy === caller.id,
  askedAt: row.askedAt.toISOString(),
  decidedBy: row.deciderName,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  answer: row.answer,
})
