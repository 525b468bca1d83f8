import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '#server/platform/db/db.ts'
import { insertAudit } from './sql.ts'

type Action = {
  callerId: string
  address: string
  action: string
  subject: string
  before: unknown
  after: unknown
  now: Date
}

/** Adds an entry to the audit log, in the transaction that makes the change. */
export async function recordAction(tx: Tx, { callerId, now, ...rest }: Action): Promise<void> {
  await insertAudit(tx, { id: randomUUIDv7(), userId: callerId, createdAt: now, ...rest })
}
