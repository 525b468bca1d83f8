import { randomInt, randomUUIDv7 } from 'node:crypto'
import type { Tx } from '#server/db/db.ts'
import { enqueue } from '#server/jobs/jobs.ts'
import { after } from './decide.ts'
import * as rows from './sql.ts'

type Begin = Omit<rows.NewParcel, 'id' | 'reference' | 'leg' | 'serviceId' | 'attempt'> & {
  products: { leg: number; attempt: number; serviceId: string }[]
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Never used twice, and short enough for all providers. */
const newReference = (): string =>
  `D${Array.from({ length: 21 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`

/** The first one is sent at once, the others in their turn. */
export async function beginParcels(tx: Tx, { products, ...common }: Begin): Promise<void> {
  const parcels = products.map((product) => ({
    ...common,
    ...product,
    id: randomUUIDv7(),
    reference: newReference(),
  }))
  for (const parcel of parcels) await rows.insertParcel(tx, parcel)
  const [first] = parcels
  if (first) await enqueueSend(tx, first.id, common.createdAt)
}

/** By the shop's clock, as it is read when jobs are taken. */
export const enqueueSend = (tx: Tx, parcelId: string, runAt: Date): Promise<void> =>
  enqueue(tx, 'send-parcel', { parcelId }, { runAt })

export const enqueueTrace = (tx: Tx, parcelId: string, hints: number, runAt: Date): Promise<void> =>
  enqueue(
    tx,
    'trace-parcel',
    { parcelId, hints },
    { runAt, ...(hints > 0 ? { key: `hint ${hints} ${parcelId}` } : {}) },
  )

/** After a hint: a provider may tell of a delivery before it knows of it itself. */
const WAITS_AFTER_HINT = [2_000, 4_000, 8_000, 15_000, 30_000]

export function whenAfterHint(hints: number, now: Date): Date | null {
  const wait = WAITS_AFTER_HINT[hints - 1]
  return wait === undefined ? null : after(now, wait)
}
