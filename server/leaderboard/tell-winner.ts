import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/jobs/payloads.ts'
import { prizeMail } from '#server/notices/mails.ts'
import { selectWinner } from './sql.ts'

export async function tellWinner(
  { sql, mail, config }: Context,
  won: JobPayload<'tell-winner'>,
): Promise<void> {
  const winner = await selectWinner(sql, won)
  if (winner) await mail.send(prizeMail(winner, config.publicUrl))
}
