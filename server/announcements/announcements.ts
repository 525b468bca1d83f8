import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/announcements.ts'
import type { Announcement } from '#contract/announcements.ts'
import { changeContent } from '#server/audit/change-content.ts'
import type { Context } from '#server/context.ts'
import { tellChange } from '#server/db/changes.ts'
import type { Handlers } from '#server/http/implement.ts'
import { Refusal } from '#server/http/refusal.ts'
import { enqueue } from '#server/jobs/jobs.ts'
import type { JobPayload } from '#server/jobs/payloads.ts'
import * as rows from './sql.ts'

type Handle = Handlers<typeof contract>

export const getAnnouncement: Handle['getAnnouncement'] = async ({ sql, now }) => {
  const current = await rows.selectCurrent(sql, now())
  return current && toAnnouncement(current)
}

export const listAnnouncements: Handle['listAnnouncements'] = async ({ sql }, list) => {
  const [all, total] = await Promise.all([
    rows.selectAnnouncements(sql, list),
    rows.countAnnouncements(sql, list),
  ])
  return { notifications: all.map(toAnnouncement), total }
}

export const createAnnouncement: Handle['createAnnouncement'] = (ctx, sent, caller, visit) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const { isMailed = false, ...input } = sent
    const endsAt = input.endsAt === null ? null : new Date(input.endsAt)
    if (endsAt && endsAt <= now) throw new Refusal('ENDS_IN_THE_PAST', { field: 'endsAt' })
    const announcement = { id: randomUUIDv7(), ...input, endsAt, createdAt: now }
    await rows.insertAnnouncement(tx, announcement)
    const payload = { announcementId: announcement.id }
    if (endsAt) await enqueue(tx, 'announcement-ended', payload, { runAt: endsAt })
    if (isMailed) await enqueue(tx, 'mail-announcement', payload)
    return {
      action: 'create announcement',
      subject: `announcement ${announcement.id}`,
      before: null,
      after: sent,
      answer: toAnnouncement(announcement),
    }
  })

/** What was kept in memory before the end came says that it is still on. */
export const endAnnouncement = (
  ctx: Context,
  { announcementId }: JobPayload<'announcement-ended'>,
): Promise<void> =>
  ctx.sql.begin(async (tx) => {
    await rows.endAnnouncement(tx, announcementId)
    await tellChange(ctx, tx)
  })

export const deleteAnnouncement: Handle['deleteAnnouncement'] = (ctx, { id }, caller, visit) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
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
  ...rest
}: rows.AnnouncementRow): Announcement => ({
  _id: id,
  ...rest,
  endsAt: endsAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})
