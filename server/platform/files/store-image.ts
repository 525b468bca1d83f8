import { createHash, randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { EncodedImage } from './encode-image.ts'
import { fileName } from './files.ts'
import { insertImage, lockKey, updateImage, type ImageRow } from './sql.ts'

/** Encodes an uploaded image in every size and stores it. */
export async function storeImage(
  ctx: Pick<Context, 'sql' | 'now' | 'files' | 'patience'>,
  file: File,
  field = 'image', // the form field that an error is shown at
): Promise<ImageRow> {
  const bytes = Buffer.from(await file.arrayBuffer())
  const { encodeImage } = await import('./encode-image.ts') // loaded only for uploads, because it takes 20 MB
  return storeEncoded(ctx, await inTurn(() => encodeImage(bytes, field), ctx.patience))
}

/**
 * Writes the files of an encoded image before the transaction that keeps it. Until then the image is marked as deleted.
 * If the transaction fails, the sweep removes it later.
 */
export async function storeEncoded(
  { sql, files, now }: Pick<Context, 'sql' | 'files' | 'now'>,
  { sizes, ...image }: EncodedImage,
): Promise<ImageRow> {
  const row = { id: randomUUIDv7(), key: keyOf(sizes), ...image }
  // The row is written before the files, so that the sweep leaves files with this name alone.
  await sql.begin(async (tx) => {
    await lockKey(tx, row.key)
    await insertImage(tx, row, now())
  })
  const writes = sizes.map(({ width, format, bytes }) =>
    files.write(fileName(row.key, width, format), bytes),
  )
  await Promise.all(writes).catch((error: unknown) => {
    throw new Refusal('FILES_UNREACHABLE', { cause: error })
  })
  return row
}

const KEY_LENGTH = 32

/** The key is the hash of the encoded bytes, so the content of an address never changes. */
function keyOf(sizes: EncodedImage['sizes']): string {
  const hash = createHash('sha256')
  for (const { bytes } of sizes) hash.update(bytes)
  return hash.digest('hex').slice(0, KEY_LENGTH)
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
