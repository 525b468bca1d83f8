import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { noticeMail, readMailShop } from './mails.ts'

export const sendNotice = async (
  ctx: Pick<Context, 'config' | 'settings' | 'mail'>,
  notice: JobPayload<'send-notice'>,
) => ctx.mail.send(noticeMail(notice, await readMailShop(ctx)))
