import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/jobs/payloads.ts'
import { greet, write } from '#server/notices/mails.ts'
import { findAdmins } from '#server/users/users.ts'
import { selectAlert } from './sql.ts'

/** Who is no administrator any more is not told. */
export async function sendAlert(
  { sql, mail, config }: Context,
  { alertId, userId }: JobPayload<'send-alert'>,
): Promise<void> {
  const alert = await selectAlert(sql, alertId)
  const admin = (await findAdmins(sql)).find(({ id }) => id === userId)
  if (!alert || !admin) return
  await mail.send(
    write({
      to: admin.email,
      subject: alert.words,
      greeting: greet(admin.fullName),
      paragraphs: [`${alert.words}.`, 'You will not be told of it again until it is over.'],
      link: { label: 'Have a look', url: `${config.publicUrl}${alert.path}` },
    }),
  )
}
