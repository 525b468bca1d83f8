import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { makeReference } from '#server/platform/references.ts'
import * as rows from './sql.ts'

type Begin = Omit<rows.NewParcel, 'id' | 'reference' | 'leg' | 'serviceId' | 'attempt'> & {
  products: { leg: number; attempt: number; serviceId: string }[]
}

const REFERENCE_LENGTH = 22 // short enough for all providers

/** Creates a parcel for each product and sends the first at once. The others follow one by one. */
export async function beginParcels(tx: Tx, { products, ...common }: Begin): Promise<void> {
  const parcels = products.map((product) => ({
    ...common,
    ...product,
    id: randomUUIDv7(),
    reference: makeReference('D', REFERENCE_LENGTH),
  }))
  for (const parcel of parcels) await rows.insertParcel(tx, parcel)
  const [first] = parcels
  if (first) await enqueueSend(tx, first.id, common.createdAt)
}

/** Takes `runAt` from the shop's clock, because the worker compares it with that clock. */
export const enqueueSend = (tx: Tx, parcelId: string, runAt: Date): Promise<void> =>
  enqueue(tx, 'send-parcel', { parcelId }, { runAt })

export const enqueueTrace = (tx: Tx, parcelId: string, hints: number, runAt: Date): Promise<void> =>
  enqueue(
    tx,
    'trace-parcel',
    { parcelId, hints },
    { runAt, ...(hints > 0 ? { key: `hint ${hints} ${parcelId}` } : {}) },
  )
