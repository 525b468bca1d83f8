import type * as contract from '#contract/core/tasks.ts'
import { keptSince } from '#contract/core/retention.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getTask } from './see-tasks.ts'
import { deleteFiles, selectPiece } from './sql.ts'

/** Reads the file piece by piece, because it may be of any length. */
export const getTaskFile: Handler<typeof contract.getTaskFile> = async function* (
  ctx,
  { id },
  caller,
  visit,
) {
  const { sql, now } = ctx
  const { fileName, title } = await getTask(sql, id, caller)
  if (!fileName) throw new Refusal('NO_SUCH_FILE')
  await sql.begin((tx) =>
    recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'download file',
      subject: `task ${id}`,
      before: null,
      after: { title, fileName },
      now: now(),
    }),
  )
  for (let number = 1; ; number++) {
    const piece = await selectPiece(sql, id, number)
    if (!piece) return
    yield piece.toString()
  }
}

/** Deletes old files. The record of the task stays, and a new task can make the file again. */
export const forgetFiles = async ({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> => {
  const before = keptSince('file', now())
  await sql.begin((tx) => deleteFiles(tx, before))
}
