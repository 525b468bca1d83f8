import type { Tx } from '#server/db/db.ts'

export type AuditRow = {
  id: string
  userId: string
  action: string
  subject: string
  before: unknown
  after: unknown
  address: string
  createdAt: Date
}

export const insertAudit = (tx: Tx, { before, after, ...row }: AuditRow) => tx`
  insert into audit ${tx.values({ ...row, before: tx.json(before), after: tx.json(after) })}`
