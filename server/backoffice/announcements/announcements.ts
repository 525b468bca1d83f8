import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/backoffice/announcements.ts'
import type { Announcement, FullAnnouncement } from '#contract/backoffice/announcements.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import type { Context } from '#server/context.ts'
import { tellChange } from '#server/platform/db/changes.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { beginTask, holdTask } from '#server/platform/tasks/tasks.ts'
import { findReader } from '#server/accounts/news/news.ts'
import { announcementMail } from './announcement-mail.ts'
import { countMembers } from './audience-sql.ts'
import type { BroadcastInput } from './broadcast.ts'
import * as rows from './sql.ts'

export const getAnnouncement: Handler<typeof contract.getAnnouncement> = async ({ sql, now }) => {
  const current = await rows.selectCurrent(sql, now())
  return current && toAnnouncement(current)
}

export const listAnnouncements: Handler<typeof contract.listAnnouncements> = async (
  { sql },
  list,
) => {
  const [all, total] = await Promise.all([
    rows.selectAnnouncements(sql, list),
    rows.countAnnouncements(sql, list),
  ])
  return { notifications: all.map(toFull), total }
}

export const createAnnouncement: Handler<typeof contract.createAnnouncement> = (
  ctx,
  sent,
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const { audience = null, isShown = true } = sent
    const endsAt = sent.endsAt === null ? null : new Date(sent.endsAt)
    if (endsAt && endsAt <= now) throw new Refusal('ENDS_IN_THE_PAST', { field: 'endsAt' })
    if (!isShown && !audience) throw new Refusal('ANNOUNCED_TO_NOBODY', { field: 'audience' })
    const id = randomUUIDv7()
    const input: BroadcastInput | null = audience && { announcementId: id, audience }
    const taskId =
      input &&
      (await beginTask(tx, {
        kind: 'broadcast',
        title: sent.title,
        input,
        by: caller.id,
        now,
      }))
    await rows.insertAnnouncement(tx, {
      id,
      ...sent,
      isShown,
      audience,
      endsAt,
      taskId,
      createdAt: now,
    })
    if (endsAt) await enqueue(tx, 'announcement-ended', { announcementId: id }, { runAt: endsAt })
    return {
      action: 'create announcement',
      subject: `announcement ${id}`,
      before: null,
      after: sent,
      answer: toFull((await rows.selectAnnouncement(tx, id))!),
    }
  })

export const countAudience: Handler<typeof contract.countAudience> = ({ sql, now }, { audience }) =>
  countMembers(sql, { audience, at: now() })

/** Sends a test mail while the administrator waits, so the answer says whether it worked. */
export const testAnnouncement: Handler<typeof contract.testAnnouncement> = async (
  ctx,
  words,
  { id: userId },
) => {
  const reader = await findReader(ctx.sql, userId)
  if (!reader) throw new Refusal('NO_SUCH_USER')
  const mail = await announcementMail(ctx, words, { ...reader, userId })
  try {
    await ctx.mail.send(mail)
  } catch (error) {
    throw new Refusal('MAIL_UNREACHABLE', { cause: error })
  }
  return null
}

/** Marks the announcement as ended and drops the caches that still show it. */
export const endAnnouncement = (
  ctx: Pick<Context, 'sql' | 'changes'>,
  { announcementId }: JobPayload<'announcement-ended'>,
): Promise<void> =>
  ctx.sql.begin(async (tx) => {
    await rows.endAnnouncement(tx, announcementId)
    await tellChange(ctx, tx)
  })

export const deleteAnnouncement: Handler<typeof contract.deleteAnnouncement> = (
  ctx,
  { id },
  caller,
  visit,
) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const found = await rows.selectAnnouncement(tx, id)
    if (found?.taskId) await holdTask(tx, found.taskId)
    const before = await rows.deleteAnnouncement(tx, id, now)
    if (!before) throw new Refusal('NO_SUCH_ANNOUNCEMENT')
    const { title, message, link, endsAt } = before
    return {
      action: 'delete announcement',
      subject: `announcement ${id}`,
      before: { title, message, link, endsAt },
      after: null,
      answer: null,
    }
  })

const toAnnouncement = ({
  id,
  endsAt,
  createdAt,
  title,
  message,
  link,
}: rows.AnnouncementRow): Announcement => ({
  _id: id,
  title,
  message,
  link,
  endsAt: endsAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

function toFull({ isShown, audience, taskId, taskState, ...rest }: rows.FullRow): FullAnnouncement {
  const { sentCount, failedCount, skippedCount } = rest
  const mailing = audience &&
    taskId &&
    taskState && { audience, taskId, state: taskState, sentCount, failedCount, skippedCount }
  return { ...toAnnouncement(rest), isShown, mailing: mailing || null }
}
