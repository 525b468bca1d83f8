import type { Sql, Tx } from '#server/platform/db/db.ts'
import { dropSetting, findSettings, putSetting } from '#server/catalogue/settings/settings.ts'

const NAME = 'rateProblem'

type Problem = { problem: string; at: string }

/** Saves why the rate source is not followed, for administrators to see. */
export const rememberProblem = (tx: Tx, problem: string, now: Date) =>
  putSetting(tx, NAME, { problem, at: now.toISOString() }, now)

export const forgetProblem = (tx: Tx) => dropSetting(tx, NAME)

export async function findProblem(sql: Sql): Promise<Problem | null> {
  const { rateProblem } = await findSettings<{ [NAME]: Problem }>(sql, [NAME])
  return rateProblem ?? null
}
