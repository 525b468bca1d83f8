import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { fileName } from './files.ts'
import { insertImage, lockKey, updateImage, type ImageRow } from './sql.ts'

/**
 * Writes the files of an uploaded image before the transaction that keeps it. Until then the image is marked as
 * deleted. If the transaction fails, the sweep removes it later.
 */
export async function storeImage(
  ctx: Context,
  file: File,
  field = 'image', // the form field that an error is shown at
): Promise<ImageRow> {
  const bytes = Buffer.from(await file.arrayBuffer())
  const { encodeImage } = await import('./encode-image.ts') // loaded only for uploads, because it takes 20 MB
  const { sizes, ...image } = await inTurn(() => encodeImage(bytes, field), ctx.patience)
  const row = { id: randomUUIDv7(), ...image }
  // The row is written before the files, so that the sweep leaves files with this name alone.
  await ctx.sql.begin(async (tx) => {
    await lockKey(tx, row.key)
    await insertImage(tx, row, ctx.now())
  })
  const writes = sizes.map(({ width, format, bytes }) =>
    ctx.files.write(fileName(row.key, width, format), bytes),
  )
  await Promise.all(writes).catch((error: unknown) => {
    throw new Refusal('FILES_UNREACHABLE', { cause: error })
  })
  return row
}

export const keepImage = (tx: Tx, id: string) => updateImage(tx, id, { deletedAt: null })

/** Keeps the files for a while, because older pages may still show them. */
export const dropImage = (tx: Tx, id: string, now: Date) => updateImage(tx, id, { deletedAt: now })

const TURN_WAIT_MS = 3_000
let line: Promise<unknown> = Promise.resolve()

/** Encodes one image at a time. Refuses a caller who would wait too long for an answer. */
async function inTurn<T>(work: () => Promise<T>, patience: number): Promise<T> {
  const before = line
  const done = Promise.withResolvers<void>()
  line = before.then(() => done.promise)
  try {
    const isOn = before.then(() => true)
    const isLate = sleep(TURN_WAIT_MS * patience, false, { ref: false })
    if (!(await Promise.race([isOn, isLate])))
      throw new Refusal('BUSY', { retryAfterSeconds: TURN_WAIT_MS / 1000 })
    return await work()
  } finally {
    done.resolve()
  }
}
