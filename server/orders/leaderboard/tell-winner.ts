import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { prizeMail, readMailShop, reclaimMail } from '#server/platform/mail/mails.ts'
import { selectWinner } from './sql.ts'

export async function tellWinner(ctx: Context, won: JobPayload<'tell-winner'>): Promise<void> {
  const winner = await selectWinner(ctx.sql, won)
  if (winner) await ctx.mail.send(prizeMail(winner, await readMailShop(ctx)))
}

export async function tellReclaimed(
  ctx: Context,
  { amount, reason, ...won }: JobPayload<'tell-reclaimed'>,
): Promise<void> {
  const winner = await selectWinner(ctx.sql, won)
  if (!winner) return
  await ctx.mail.send(reclaimMail({ ...winner, amount, reason }, await readMailShop(ctx)))
}
