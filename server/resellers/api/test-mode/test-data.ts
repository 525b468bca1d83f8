import type * as contract from '#contract/resellers/api-keys.ts'
import { keptSince } from '#contract/core/retention.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { deleteAnswersOf } from '#server/platform/idempotency/idempotency.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { deleteKeysOf } from '#server/resellers/keys/key-sql.ts'
import { TEST_CALL } from '#server/resellers/api/place-api-order.ts'
import { deleteOld } from '#server/resellers/api/sql.ts'
import { deleteTestDataOf, lockTestOrders, lockTestWallet } from './test-sql.ts'

export const deleteTestData: Handler<typeof contract.deleteTestData> = ({ sql }, _, caller) =>
  sql.begin(async (tx) => {
    await forget(tx, caller.id)
    return null
  })

/** Also deletes the stored answers, because an old idempotency key would return an order that no longer exists. */
async function forget(tx: Tx, userId: string): Promise<void> {
  await lockTestOrders(tx, userId)
  await lockTestWallet(tx, userId)
  await deleteAnswersOf(tx, { userId, call: TEST_CALL })
  await deleteTestDataOf(tx, userId)
}

/** Runs when an account is deleted. */
export const forgetApiClients = (
  { sql }: Pick<Context, 'sql'>,
  { userId }: JobPayload<'account-deleted'>,
) =>
  sql.begin(async (tx) => {
    await forget(tx, userId)
    await deleteKeysOf(tx, userId)
  })

/** Deletes outdated player checks and expired quotes, nightly. */
export const forgetChecks = ({ sql, now }: Pick<Context, 'sql' | 'now'>) =>
  deleteOld(sql, keptSince('quote', now()))
