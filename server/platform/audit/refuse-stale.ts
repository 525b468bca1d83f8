import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { selectLastChange } from './sql.ts'

type Seen = {
  subject: string // as the audit log has it
  was: object | undefined // what the caller saw before they changed it; nothing, where they do not say
  is: object // what is there, in the same words; its row is held
  caller: Caller
  now: Date
}

const DAY_MS = 24 * 60 * 60 * 1000

/** What a form was opened with must still be so: else it would undo what nobody there has seen. */
export async function refuseStale(tx: Tx, { subject, was, is, caller, now }: Seen): Promise<void> {
  const current = new Map(Object.entries(is))
  const isSame = ([name, value]: [string, unknown]) =>
    value === undefined || isDeepStrictEqual(value, current.get(name))
  if (Object.entries(was ?? {}).every(isSame)) return
  const last = await selectLastChange(tx, subject, new Date(now.getTime() - DAY_MS))
  const by = last && ` by ${last.userId === caller.id ? 'you, elsewhere' : last.fullName}`
  throw new Refusal('CHANGED_MEANWHILE', {
    message: `This was changed meanwhile${by ?? ''}. Please look at it again`,
  })
}
