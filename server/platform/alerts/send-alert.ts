import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { greet, readMailShop, write } from '#server/platform/mail/mails.ts'
import { selectAdmins, selectAlert } from './sql.ts'

/** Skips the mail when the recipient is no longer an administrator. */
export async function sendAlert(
  ctx: Pick<Context, 'sql' | 'config' | 'settings' | 'mail'>,
  { alertId, userId }: JobPayload<'send-alert'>,
): Promise<void> {
  const alert = await selectAlert(ctx.sql, alertId)
  const admin = (await selectAdmins(ctx.sql)).find(({ id }) => id === userId)
  if (!alert || !admin) return
  const { shopName, publicUrl } = await readMailShop(ctx)
  await ctx.mail.send(
    write({
      shopName,
      to: admin.email,
      subject: alert.words,
      greeting: greet(admin.fullName),
      paragraphs: [`${alert.words}.`, 'We won’t email you about this again until it’s resolved.'],
      link: { label: 'Review', url: `${publicUrl}${alert.path}` },
    }),
  )
}
