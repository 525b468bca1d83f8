import type { Context } from '#server/context.ts'
import { enqueue } from '#server/jobs/jobs.ts'
import type { JobPayload } from '#server/jobs/payloads.ts'
import { announcementMail } from '#server/notices/mails.ts'
import { findReachable, findUser } from '#server/users/users.ts'
import { lockMailed, selectAnnouncement, updateMailed } from './sql.ts'

/** A hundred at a time, so that a code for signing in never waits behind news for thousands. */
const AT_ONCE = 100
const PAUSE_MS = 5_000

/** Written down with whom it came to, it goes on there after a crash, and to nobody twice. */
export const mailAnnouncement = (
  { sql, now }: Context,
  { announcementId }: JobPayload<'mail-announcement'>,
): Promise<void> =>
  sql.begin(async (tx) => {
    const mailed = await lockMailed(tx, announcementId, now())
    if (!mailed) return
    const userIds = await findReachable(tx, { after: mailed.mailedTo, max: AT_ONCE })
    for (const userId of userIds) await enqueue(tx, 'send-announcement', { announcementId, userId })
    if (userIds.length === 0) return
    await updateMailed(tx, announcementId, userIds.at(-1)!)
    const runAt = new Date(now().getTime() + PAUSE_MS)
    await enqueue(tx, 'mail-announcement', { announcementId }, { runAt })
  })

/** One that was deleted meanwhile goes to nobody any more. */
export async function sendAnnouncement(
  { sql, mail, config }: Context,
  { announcementId, userId }: JobPayload<'send-announcement'>,
): Promise<void> {
  const [announcement, user] = [
    await selectAnnouncement(sql, announcementId),
    await findUser(sql, userId),
  ]
  if (announcement && user && !user.isBlocked)
    await mail.send(announcementMail({ ...announcement, ...user }, config.publicUrl))
}
