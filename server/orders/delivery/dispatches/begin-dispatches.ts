import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { makeReference } from '#server/platform/references.ts'
import * as rows from '#server/orders/delivery/sql.ts'

type Begin = Omit<rows.NewDispatch, 'id' | 'reference' | 'leg' | 'productId' | 'attempt'> & {
  products: { leg: number; attempt: number; productId: string }[]
}

const REFERENCE_LENGTH = 22 // short enough for all suppliers

/** Creates a dispatch for each product and sends the first at once. The others follow one by one. */
export async function beginDispatches(tx: Tx, { products, ...common }: Begin): Promise<void> {
  const dispatches = products.map((product) => ({
    ...common,
    ...product,
    id: randomUUIDv7(),
    reference: makeReference('D', REFERENCE_LENGTH),
  }))
  for (const dispatch of dispatches) await rows.insertDispatch(tx, dispatch)
  const [first] = dispatches
  if (first) await enqueueSend(tx, first.id, common.createdAt)
}

/** Takes `runAt` from the shop's clock, because the worker compares it with that clock. */
export const enqueueSend = (tx: Tx, dispatchId: string, runAt: Date): Promise<void> =>
  enqueue(tx, 'send-dispatch', { dispatchId }, { runAt })

export const enqueueTrace = (
  tx: Tx,
  dispatchId: string,
  hints: number,
  runAt: Date,
): Promise<void> =>
  enqueue(
    tx,
    'trace-dispatch',
    { dispatchId, hints },
    { runAt, ...(hints > 0 ? { key: `hint ${hints} ${dispatchId}` } : {}) },
  )
