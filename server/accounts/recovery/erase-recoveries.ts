import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { deleteRecoveriesOf } from './sql.ts'

/** Runs after an account is deleted. */
export const eraseRecoveries = (
  { sql }: Pick<Context, 'sql'>,
  { userId }: JobPayload<'account-deleted'>,
): Promise<void> =>
  sql.begin(async (tx) => {
    await deleteRecoveriesOf(tx, userId)
  })
