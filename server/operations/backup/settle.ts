import type { Logger } from 'pino'
import { endAllSessions } from '#server/accounts/sessions/sessions.ts'
import { stopBulks } from '#server/resellers/bulk/bulk.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { holdRestored } from '#server/orders/waiting/hold-restored.ts'
import { dropJobs, freeJobs } from '#server/platform/jobs/jobs.ts'
import type { JobName } from '#server/platform/jobs/payloads.ts'
import { askBeforeSending } from '#server/money/payouts/ask-before-sending.ts'
import { failOpenTasks } from '#server/platform/tasks/tasks.ts'

export type Settled = {
  held: number // orders that wait for a person
  unpaid: number // orders that will wait once they are paid
  refunds: number // to be looked up before they are sent again
  tasks: number
  bulks: number
  messages: number // dropped before they were sent
  sessions: number
}

/** Jobs that only send messages. They are outdated, and were most likely sent already. */
const MESSAGE_JOBS: JobName[] = [
  'send-code',
  'mail-code',
  'send-welcome',
  'send-notice',
  'send-order-mail',
  'send-gift-mail',
  'mail-news',
  'tell-winner',
  'tell-reclaimed',
  'send-payment-mail',
  'send-payout-mail',
  'send-alert',
  'send-webhook-mail',
]

const WORDS =
  'The shop was restored from a backup. Check how far this task got before you continue it'

/**
 * The shop went on after the backup, and nobody here knows how far. Open work that reaches outside is looked up where
 * the other side can be asked. Otherwise a person decides. It is never simply repeated.
 */
export async function settle(tx: Tx, log: Logger): Promise<Settled> {
  const now = new Date()
  const ctx = { log, now: () => now }
  await freeJobs(tx)
  const messages = await dropJobs(tx, MESSAGE_JOBS) // drop old messages before the steps below add new ones
  return {
    ...(await holdRestored(ctx, tx)),
    refunds: await askBeforeSending(tx, now),
    tasks: await failOpenTasks(tx, { words: WORDS, now }),
    bulks: await stopBulks(tx, now),
    messages,
    sessions: await endAllSessions(tx, now),
  }
}
