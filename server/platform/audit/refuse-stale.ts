import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { selectLastChange } from './sql.ts'

type VersionCheck = {
  subject: string // as in the audit log
  was: object | undefined // the values the form was loaded with; left out by clients that don't send them
  is: object // the current values under the same names; the caller holds a lock on the row
  caller: Caller
  now: Date
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Refuses a form whose record has changed since it was loaded, which would overwrite changes its author never saw. */
export async function refuseStale(
  tx: Tx,
  { subject, was, is, caller, now }: VersionCheck,
): Promise<void> {
  const current = new Map(Object.entries(is))
  const isSame = ([name, value]: [string, unknown]) =>
    value === undefined || isDeepStrictEqual(value, current.get(name))
  if (Object.entries(was ?? {}).every(isSame)) return
  const last = await selectLastChange(tx, subject, new Date(now.getTime() - DAY_MS))
  const by = last && ` by ${last.userId === caller.id ? 'you, elsewhere' : last.fullName}`
  throw new Refusal('CHANGED_MEANWHILE', {
    message: `This was changed in the meantime${by ?? ''}. Please review it`,
  })
}
