import type { Recovery } from '#contract/accounts/recovery.ts'
import type { Caller } from '#server/context.ts'
import type { RecoveryRow } from './sql.ts'

export const toRecovery = (row: RecoveryRow, caller: Pick<Caller, 'id'>): Recovery => ({
  _id: row.id,
  userId: row.userId,
  fullName: row.fullName,
  email: row.email,
  newEmail: row.newEmail,
  canUndo: row.canUndo,
  note: row.note,
  state: row.state,
  askedBy: row.askerName,
  isMine: row.askedBy === caller.id,
  askedAt: row.askedAt.toISOString(),
  decidedBy: row.deciderName,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  answer: row.answer,
})
