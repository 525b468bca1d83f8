import type { Logger } from 'pino'
import { endAllSessions } from '#server/accounts/sessions/sessions.ts'
import { stopBulks } from '#server/resellers/bulk/bulks.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { holdRestored } from '#server/orders/waiting/hold-restored.ts'
import { dropJobs, freeJobs } from '#server/platform/jobs/jobs.ts'
import type { JobName } from '#server/platform/jobs/payloads.ts'
import { askBeforeSending } from '#server/money/payouts/ask-before-sending.ts'
import { failOpenTasks } from '#server/platform/tasks/tasks.ts'

export type Settled = {
  held: number // orders that wait for a person
  unpaid: number // orders that will, when they are paid
  refunds: number // that are asked about before they are sent
  tasks: number
  bulks: number
  letters: number // that are not sent
  sessions: number
}

/** What only tells somebody something: it is old news, and was most likely told. */
const LETTERS: JobName[] = [
  'send-code',
  'mail-code',
  'send-welcome',
  'send-notice',
  'send-order-mail',
  'mail-news',
  'tell-winner',
  'tell-reclaimed',
  'send-payment-mail',
  'send-refund-mail',
  'send-alert',
  'send-webhook-mail',
]

const WORDS =
  'The shop was restored from a backup meanwhile: look how far it came before it goes on'

/**
 * The shop went on after the backup was made, and nobody here knows how far. Whatever was under way then and reaches outside is
 * asked about where its other side can be asked, given to a person where not, and never simply done again.
 */
export async function settle(tx: Tx, log: Logger): Promise<Settled> {
  const now = new Date()
  const ctx = { log, now: () => now }
  await freeJobs(tx)
  const letters = await dropJobs(tx, LETTERS) // the old ones: what is told from here on is news
  return {
    ...(await holdRestored(ctx, tx)),
    refunds: await askBeforeSending(tx, now),
    tasks: await failOpenTasks(tx, { words: WORDS, now }),
    bulks: await stopBulks(tx, now),
    letters,
    sessions: await endAllSessions(tx, now),
  }
}
