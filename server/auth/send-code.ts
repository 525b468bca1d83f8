import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/jobs/payloads.ts'
import { codeMail, readMailShop } from '#server/notices/mails.ts'
import { findUserByEmail, findUserByVerifiedPhone } from '#server/users/users.ts'
import { codeOf, isByMail } from './codes.ts'
import { selectChallenge, type Challenge } from './sql.ts'

/** Sends a promised code, if there is somebody who may have it. */
export async function sendCode(
  ctx: Context,
  { challengeId }: JobPayload<'send-code'>,
): Promise<void> {
  const challenge = await selectChallenge(ctx.sql, challengeId)
  if (!challenge || challenge.usedAt || challenge.expiresAt <= ctx.now()) return
  const { recipient, purpose } = challenge
  const name = await findName(ctx, challenge)
  if (name === null) return
  const code = codeOf(ctx, challengeId)
  if (isByMail(purpose)) {
    const isForConfirming = purpose === 'confirm'
    const words = { to: recipient, code, fullName: name, isForConfirming }
    await ctx.mail.send(codeMail(words, await readMailShop(ctx)))
  } else await ctx.sms.sendCode({ phone: recipient, code })
}

async function findName({ sql }: Context, { purpose, recipient }: Challenge) {
  if (purpose === 'own-phone') return '' // asked for by who is signed in; the phone may be new
  const find = isByMail(purpose) ? findUserByEmail : findUserByVerifiedPhone
  const user = await find(sql, recipient)
  return user && !user.isBlocked ? user.fullName : null
}
