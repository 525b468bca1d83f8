import type { Adjustment } from '#contract/money/adjustments.ts'
import type { Caller } from '#server/context.ts'
import type { AdjustmentRow } from './sql.ts'

export const toAdjustment = (row: AdjustmentRow, caller: Pick<Caller, 'id'>): Adjustment => ({
  _id: row.id,
  userId: row.userId,
  fullName: row.fullName,
  currency: row.currency,
  amount: row.amount,
  balance: row.balance,
  reason: row.reason,
  note: row.note,
  state: row.state,
  askedBy: row.askerName,
  isMine: row.askedBy === caller.id,
  askedAt: row.askedAt.toISOString(),
  decidedBy: row.deciderName,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  answer: row.answer,
})
