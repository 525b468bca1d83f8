import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/jobs/payloads.ts'
import { noticeMail } from './mails.ts'

export const sendNotice = ({ mail, config }: Context, notice: JobPayload<'send-notice'>) =>
  mail.send(noticeMail(notice, config.publicUrl))
