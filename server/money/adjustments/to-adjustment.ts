import type { Adjustment } from '#contract/money/adjustments.ts'
import type { Caller } from '#server/context.ts'
import { toApproval } from '#server/platform/approvals.ts'
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
  ...toApproval(row, caller),
})
