import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { readMailFailure } from '#server/platform/mail/mail-failure.ts'
import { keepTask } from '#server/platform/tasks/tasks.ts'
import { findReader } from '#server/accounts/news/news.ts'
import { announcementMail } from './announcement-mail.ts'
import { beginMail, endMail, failMail, lockMail, releaseMail } from './mail-sql.ts'
import { selectAnnouncement } from './sql.ts'

type Deps = Pick<Context, 'sql' | 'keys' | 'now' | 'config' | 'settings' | 'mail'>

const ATTEMPTS_MAX = 8 // the last one comes about twenty minutes after the first
const LOST_MS = 60_000 // longer than the timeout for the mail server

type Recipient = { id: string; userId: string }

/**
 * Sends the announcement to one person. The attempt is recorded before the mail is handed over. If the node dies in
 * between, the mail is not sent again: a missing announcement is better than a repeated one.
 */
export async function mailNews(
  ctx: Deps,
  { announcementId: id, userId }: JobPayload<'mail-news'>,
): Promise<void> {
  const begun = await begin(ctx, { id, userId })
  if (!begun) return
  const { mail, attempts } = begun
  try {
    await ctx.mail.send(mail)
  } catch (error) {
    return takeFailure(ctx, { id, userId }, { error, attempts })
  }
  await endMail(ctx.sql, { id, userId }, 'sent')
}

/** Records the attempt. Returns null if there is nothing to send. */
async function begin(
  ctx: Pick<Context, 'sql' | 'keys' | 'now' | 'config' | 'settings'>,
  one: Recipient,
) {
  const { sql, now } = ctx
  const announcement = await selectAnnouncement(sql, one.id)
  const reader = await findReader(sql, one.userId)
  const mail =
    announcement && reader?.takesNews
      ? await announcementMail(ctx, announcement, { ...reader, userId: one.userId })
      : null
  return sql.begin(async (tx) => {
    // Take this lock first: stopping or deleting the task waits for it, and afterwards no further mail begins.
    const goesOn = announcement !== null && (await keepTask(tx, announcement.taskId!))
    const found = await lockMail(tx, one)
    if (!found) return null
    const { attempts, sendingSince } = found
    if (sendingSince && now().getTime() - sendingSince.getTime() < LOST_MS)
      throw new Error('This email is being sent right now')
    if (sendingSince)
      await failMail(
        tx,
        one,
        'We don’t know whether this email arrived: the shop stopped while sending it',
      )
    else if (!mail || !(await selectAnnouncement(tx, one.id))) await endMail(tx, one, 'skipped')
    else if (goesOn) {
      await beginMail(tx, one, now())
      return { mail, attempts: attempts + 1 }
    }
    return null // stopped; the row stays until the task continues
  })
}

type Failure = { error: unknown; attempts: number }

/** Retries a temporary failure, and otherwise records it. One unreachable address doesn't delay the others. */
async function takeFailure(
  { sql }: Pick<Context, 'sql'>,
  one: Recipient,
  { error, attempts }: Failure,
): Promise<void> {
  const words = error instanceof Error ? error.message : String(error)
  const failure = readMailFailure(error)
  if (failure === 'later' && attempts < ATTEMPTS_MAX) {
    await releaseMail(sql, one)
    throw error
  }
  const reasons = {
    refused: `The mail server refused it: ${words}`,
    later: `The mail server didn’t accept it: ${words}`,
    unknown: 'We don’t know whether this email arrived: the connection to the mail server broke',
  }
  await failMail(sql, one, reasons[failure])
}
