import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { prizeMail, readMailShop, reclaimMail } from '#server/platform/mail/mails.ts'
import { selectWinner } from './sql.ts'

type Deps = Pick<Context, 'sql' | 'config' | 'settings' | 'mail'>

export async function tellWinner(ctx: Deps, won: JobPayload<'tell-winner'>): Promise<void> {
  const winner = await selectWinner(ctx.sql, won)
  if (winner) await ctx.mail.send(prizeMail(winner, await readMailShop(ctx)))
}

export async function tellReclaimed(
  ctx: Deps,
  { amount, reason, ...won }: JobPayload<'tell-reclaimed'>,
): Promise<void> {
  const winner = await selectWinner(ctx.sql, won)
  if (!winner) return
  await ctx.mail.send(reclaimMail({ ...winner, amount, reason }, await readMailShop(ctx)))
}
