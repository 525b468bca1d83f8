import type { Recovery } from '#contract/accounts/recovery.ts'
import { hideContact } from '#server/accounts/users/colleagues.ts'
import type { Caller } from '#server/context.ts'
import { toApproval } from '#server/platform/approvals.ts'
import type { RecoveryRow } from './sql.ts'

/** The customer may work here by now. Then only administrators see the addresses. */
export const toRecovery = (row: RecoveryRow, caller: Pick<Caller, 'id' | 'role'>): Recovery => ({
  _id: row.id,
  userId: row.userId,
  fullName: row.fullName,
  email: hideContact(row, caller).email,
  newEmail: hideContact({ role: row.role, email: row.newEmail }, caller).email,
  canUndo: row.canUndo,
  note: row.note,
  ...toApproval(row, caller),
})
