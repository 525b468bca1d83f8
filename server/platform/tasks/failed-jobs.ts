import type * as contract from '#contract/core/tasks.ts'
import { endAlerts, listOpenKeys, raiseAlert } from '#server/platform/alerts/alerts.ts'
import { changeQuietly } from '#server/platform/audit/change-content.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { beginAgain, findJobs, takeGivenUp } from '#server/platform/jobs/failed-jobs.ts'

const PREFIX = 'job '
const AT_ONCE = 100

/** Raises one alert for each job that gave up. An alert that nobody has ended by hand ends when its job is gone. */
export async function lookAtJobs(ctx: Pick<Context, 'sql' | 'now'>): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    for (const { id, name, lastError } of await takeGivenUp(tx, AT_ONCE, ctx.now()))
      await raiseAlert(ctx, tx, {
        key: PREFIX + id,
        words: `The job ${inWords(name)} failed too often. ${lastError ?? NO_WORDS}`,
        path: '/admin/task#failed',
        endsByHand: true,
      })
  })
  const keys = await listOpenKeys(ctx.sql, PREFIX)
  if (keys.length === 0) return
  const there = new Set((await findJobs(ctx.sql, keys.map(idOf))).map(({ id }) => PREFIX + id))
  const over = keys.filter((key) => !there.has(key))
  await endAlerts(ctx, ctx.sql, over)
}

const NO_WORDS = 'The process that ran it stopped in the middle'

const inWords = (name: string): string => `“${name.replaceAll('-', ' ')}”`

const idOf = (key: string): string => key.slice(PREFIX.length)

export const listFailedJobs: Handler<typeof contract.listFailedJobs> = async ({ sql }) => {
  const keys = await listOpenKeys(sql, PREFIX)
  const jobs = await findJobs(sql, keys.map(idOf))
  return jobs
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .map(({ id, name, lastError, gaveUpAt, attempts, attemptsMax }) => ({
      _id: id,
      name: name.replaceAll('-', ' '),
      error: lastError ?? NO_WORDS,
      isTriedAgain: gaveUpAt === null || attempts < attemptsMax,
    }))
}

export const retryJob: Handler<typeof contract.retryJob> = (ctx, { id }, caller, visit) =>
  changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    const job = await beginAgain(tx, id, now)
    if (!job) throw new Refusal('NO_SUCH_JOB')
    const { name, lastError } = job
    return {
      action: 'retry job',
      subject: `job ${id}`,
      before: { name, lastError },
      after: { name },
      answer: null,
    }
  })
