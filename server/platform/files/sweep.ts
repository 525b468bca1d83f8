import { IMAGE_FORMATS, imageWidths } from '#contract/core/images.ts'
import type { Context } from '#server/context.ts'
import { fileName } from './files.ts'
import { deleteForgottenImages, isKeyNeeded, lockKey, selectForgottenKeys } from './sql.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const BATCH = 100

type Forgotten = { key: string; width: number; before: Date }

/** Removes images that were marked as deleted long ago, and files that no other image uses. */
export async function sweepImages(ctx: Pick<Context, 'sql' | 'now' | 'files'>): Promise<void> {
  const before = new Date(ctx.now().getTime() - KEPT_MS)
  for (;;) {
    const keys = await selectForgottenKeys(ctx.sql, before, BATCH)
    for (const { key, width } of keys) await sweep(ctx, { key, width, before })
    if (keys.length < BATCH) return
  }
}

/**
 * Deletes the files inside the transaction, against the rule. The lock makes an upload of the same picture wait until
 * they are gone. Nothing else waits for it.
 */
async function sweep(
  { sql, files }: Pick<Context, 'sql' | 'files'>,
  { key, width, before }: Forgotten,
): Promise<void> {
  await sql.begin(async (tx) => {
    await lockKey(tx, key)
    if (!(await isKeyNeeded(tx, key, before))) {
      const names = imageWidths(width).flatMap((one) =>
        IMAGE_FORMATS.map((format) => fileName(key, one, format)),
      )
      await Promise.all(names.map((name) => files.delete(name)))
    }
    await deleteForgottenImages(tx, key, before)
  })
}
