import { recordAction } from '#server/platform/audit/audit.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { changeUser, findUserByEmail } from './users.ts'

/**
 * Makes an administrator from the command line: nobody else can make the first one. The operator vouches for the email,
 * so it counts as verified. False if nobody has it.
 */
export const makeAdmin = (sql: Sql, email: string): Promise<boolean> =>
  sql.begin(async (tx) => {
    const user = await findUserByEmail(tx, email.trim().toLowerCase())
    if (!user) return false
    const now = new Date()
    await changeUser(tx, user.id, { role: 'admin', rights: [], isEmailVerified: true }, now)
    await recordAction(tx, {
      callerId: user.id,
      address: 'command line',
      action: 'make administrator',
      subject: `user ${user.id}`,
      before: { role: user.role, isEmailVerified: user.isEmailVerified },
      after: { role: 'admin', isEmailVerified: true },
      now,
    })
    return true
  })
