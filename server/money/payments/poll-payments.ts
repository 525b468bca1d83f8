import type { Context } from '#server/context.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import * as rows from './sql.ts'
import { nextAsk } from './when-to-ask.ts'

const AT_ONCE = 100

/** Enqueues a request to the gateway for each payment that is due. Concurrent nodes take different payments. */
export async function askPayments(ctx: Pick<Context, 'sql' | 'now'>): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE;) count = await askSome(ctx)
}

const askSome = ({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<number> =>
  sql.begin(async (tx) => {
    const moment = now()
    const due = await rows.lockDuePayments(tx, moment, AT_ONCE)
    if (due.length === 0) return 0
    const next = due.map((payment) => ({ id: payment.id, askAt: nextAsk(payment, moment) }))
    await rows.updateAsked(tx, next)
    for (const { id } of due)
      await enqueue(tx, 'ask-payment', { paymentId: id, hints: 0 }, { runAt: moment })
    return due.length
  })
