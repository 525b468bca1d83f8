import { worksHere } from '#contract/accounts/rights.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { changeUser, findUserByEmail, type UserRow } from '#server/accounts/users/users.ts'
import * as rows from './sql.ts'

/**
 * Removes all second factors from the command line, for a person who lost them and the recovery codes. Signs the person
 * out everywhere. They set up a new factor with their password. Returns how many there were; null if nobody has this
 * email.
 */
export const forgetFactors = (sql: Sql, email: string): Promise<number | null> =>
  sql.begin(async (tx) => {
    const user = await findUserByEmail(tx, email.trim().toLowerCase())
    if (!user) return null
    const now = new Date()
    await changeUser(tx, user.id, { signedOutBefore: now }, now)
    const names = await removeFactors(tx, user.id)
    await recordAction(tx, {
      callerId: user.id,
      address: 'command line',
      action: 'forget second factor',
      subject: `user ${user.id}`,
      before: { names },
      after: null,
      now,
    })
    const { email: to, fullName } = user
    await enqueue(tx, 'send-notice', { notice: 'second-factor-changed', to, fullName })
    return names.length
  })

/** Removes second factors and recovery codes. Returns the names of the factors. */
export async function removeFactors(tx: Tx, userId: string): Promise<string[]> {
  const factors = await rows.selectFactors(tx, userId)
  await rows.deleteFactors(tx, userId)
  await rows.deleteCodes(tx, userId)
  return factors.map(({ name }) => name)
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Removes a customer's second factors of the last days, which a thief may have added. */
export async function removeNewFactors(
  tx: Tx,
  { id: userId, role }: Pick<UserRow, 'id' | 'role'>,
  { days, now }: { days: number; now: Date },
): Promise<void> {
  if (worksHere({ role })) return
  const since = new Date(now.getTime() - days * DAY_MS)
  await rows.deleteFactorsSince(tx, userId, since)
  if ((await rows.selectFactors(tx, userId)).length === 0) await rows.deleteCodes(tx, userId)
}
