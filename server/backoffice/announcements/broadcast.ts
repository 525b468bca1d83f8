import type { Audience } from '#contract/backoffice/announcements.ts'
import type { Context } from '#server/context.ts'
import { isDatabaseAway, type Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { endTask, stepTask, type TaskRow } from '#server/platform/tasks/tasks.ts'
import type { Next, Work } from '#server/platform/tasks/work-task.ts'
import { countMembers, selectMembers, type AudienceQuery } from './audience-sql.ts'
import {
  countOpenMails,
  insertMails,
  lockMailed,
  selectStrayMails,
  takeFailed,
  updateMailed,
  type Counts,
  type Failed,
} from './mail-sql.ts'
import { selectAnnouncement } from './sql.ts'

/** Recipients per step. Small steps keep sign-in codes from waiting behind a large mailing. */
const AT_ONCE = 100
const PAUSE_MS = 5_000
const OPEN_MAX = 500 // no recipients are added beyond this while the mail server accepts none
const LOOKED = 5_000 // users checked for membership per step

export type BroadcastInput = { announcementId: string; audience: Audience }

/**
 * Mails an announcement to the next members of its audience. Membership is checked when a person's turn comes. The
 * position is saved together with the mail jobs, so a restart continues there and mails nobody twice.
 */
export const broadcast: Work = async (ctx, task) => {
  const { announcementId: id } = task.input as BroadcastInput
  const announcement = await selectAnnouncement(ctx.sql, id)
  const asked = announcement?.audience
    ? { audience: announcement.audience, at: announcement.createdAt }
    : null
  const total = task.total ?? (asked && (await countInTime(ctx, asked)))
  return (tx, now) => mailNext(tx, { id, task, asked, total, now })
}

/** Counts the audience, or returns null if the database gives up. The total is only for display. */
async function countInTime(
  { sql }: Pick<Context, 'sql'>,
  asked: AudienceQuery,
): Promise<number | null> {
  try {
    return (await countMembers(sql, asked)).reachedCount
  } catch (error) {
    if (isDatabaseAway(error)) return null
    throw error
  }
}

type Turn = {
  id: string
  task: TaskRow
  asked: AudienceQuery | null
  total: number | null
  now: Date
}

async function mailNext(tx: Tx, { id, task, asked, total, now }: Turn): Promise<Next> {
  const mailed = await lockMailed(tx, id, now)
  if (!mailed || !asked)
    return end(tx, {
      task,
      now,
      words: 'The announcement was deleted or ended before everyone received it',
    })
  const failed = await takeFailed(tx, id)
  const counts = { ...mailed, failedCount: mailed.failedCount + failed.length }
  const openCount = await countOpenMails(tx, id)
  const window = { after: mailed.mailedTo, looked: LOOKED, max: AT_ONCE }
  const found = openCount < OPEN_MAX ? await selectMembers(tx, asked, window) : null
  for (const userId of await selectStrayMails(tx, id)) await send(tx, { id, userId })
  if (found?.lookedTo) {
    await insertMails(tx, id, found.userIds)
    for (const userId of found.userIds) await send(tx, { id, userId })
    await updateMailed(tx, id, found.lookedTo)
  }
  const done = counts.sentCount + counts.failedCount + counts.skippedCount
  await stepTask(tx, task.id, {
    done,
    ...(total !== null && { total: Math.max(total, done) }),
    ...(!found && { note: 'Waiting for the emails in progress' }),
    lines: failed.map(toLine),
  })
  if (found && found.lookedTo === null && openCount === 0) return end(tx, { task, now, counts })
  const isEmpty = found !== null && found.userIds.length === 0 && found.lookedTo !== null
  return isEmpty ? 'more' : { runAt: new Date(now.getTime() + PAUSE_MS) }
}

type Recipient = { id: string; userId: string }

/** Enqueues a mail unless one to this person is already in progress. */
const send = (tx: Tx, { id, userId }: Recipient) =>
  enqueue(tx, 'mail-news', { announcementId: id, userId }, { key: `news ${id} ${userId}` })

const toLine = ({ email, isAtWork, failure }: Failed) =>
  ({
    is: 'bad',
    subject: email ?? (isAtWork ? 'Staff account' : 'Deleted account'),
    words: failure,
  }) as const

type End = { task: TaskRow; now: Date; words?: string; counts?: Counts }

async function end(tx: Tx, { task, now, words = '', counts }: End): Promise<Next> {
  const shown = counts
    ? [
        { label: 'Sent', count: counts.sentCount },
        { label: 'Failed', count: counts.failedCount },
        { label: 'Skipped', count: counts.skippedCount },
      ]
    : []
  await endTask(tx, task.id, { state: 'done', result: { words, counts: shown }, now })
  return 'over'
}
