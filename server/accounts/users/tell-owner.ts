import { isFirstUse } from '#server/platform/rate-limits/rate-limits.ts'
import type { Caller, Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { lockOwner } from './users.ts'

type OwnerNotice = {
  caller: Caller
  notice: 'api-key-shown' | 'api-key-made' | 'webhook-secret-shown'
}

/** Mails the owner when a session shows or makes a key. Repeated views in one session send one mail. */
export async function tellOwner(
  ctx: Pick<Context, 'now' | 'config'>,
  tx: Tx,
  { caller, notice }: OwnerNotice,
): Promise<void> {
  const { email: to, fullName } = await lockOwner(tx, caller)
  const showing = {
    key: `${notice} in ${caller.sessionId}`,
    windowSeconds: ctx.config.secondFactor.minutes * 60,
  }
  if (notice === 'api-key-made' || (await isFirstUse(tx, showing, ctx.now())))
    await enqueue(tx, 'send-notice', { notice, to, fullName })
}
