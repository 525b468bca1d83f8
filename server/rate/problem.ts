import type { Tx } from '#server/db/db.ts'
import { dropSetting, putSetting } from '#server/settings/settings.ts'

const NAME = 'rateProblem'

/** Why the rate source is not followed at the moment, for an administrator to see. */
export const rememberProblem = (tx: Tx, problem: string, now: Date) =>
  putSetting(tx, NAME, { problem, at: now.toISOString() }, now)

export const forgetProblem = (tx: Tx) => dropSetting(tx, NAME)
