import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/jobs/payloads.ts'
import { prizeMail, reclaimMail } from '#server/notices/mails.ts'
import { selectWinner } from './sql.ts'

export async function tellWinner(
  { sql, mail, config }: Context,
  won: JobPayload<'tell-winner'>,
): Promise<void> {
  const winner = await selectWinner(sql, won)
  if (winner) await mail.send(prizeMail(winner, config.publicUrl))
}

export async function tellReclaimed(
  { sql, mail, config }: Context,
  { amount, reason, ...won }: JobPayload<'tell-reclaimed'>,
): Promise<void> {
  const winner = await selectWinner(sql, won)
  if (winner) await mail.send(reclaimMail({ ...winner, amount, reason }, config.publicUrl))
}
