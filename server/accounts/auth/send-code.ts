import type { Context } from '#server/context.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { codeMail, readMailShop, welcomeMail } from '#server/platform/mail/mails.ts'
import { findGuest } from '#server/accounts/guests/guests.ts'
import { findUser, findUserByEmail, findUserByVerifiedPhone } from '#server/accounts/users/users.ts'
import { codeOf, isByMail } from './codes.ts'
import { selectChallenge, type Challenge } from './sql.ts'

type Deps = Pick<Context, 'sql' | 'keys' | 'now' | 'config' | 'settings' | 'mail' | 'sms'>

/** Sends an enqueued code, unless no account may receive it. */
export async function sendCode(ctx: Deps, { challengeId }: JobPayload<'send-code'>): Promise<void> {
  const challenge = await selectChallenge(ctx.sql, challengeId)
  if (!challenge || challenge.usedAt || challenge.expiresAt <= ctx.now()) return
  const { recipient, purpose } = challenge
  const name = await findName(ctx, challenge)
  if (name === null) return
  const code = codeOf(ctx, challengeId)
  if (isByMail(purpose)) {
    const sent = { to: recipient, code, fullName: name, purpose }
    const query = new URLSearchParams({ email: recipient, token: challengeId, code })
    const link = { label: 'Sign in', url: `${ctx.config.publicUrl}/verify?${query}` }
    const mail = { ...sent, ...(purpose === 'email' && { link }) }
    await ctx.mail.send(codeMail(mail, await readMailShop(ctx)))
  } else await ctx.sms.sendCode({ phone: recipient, code })
}

async function findName({ sql }: Pick<Context, 'sql'>, { purpose, recipient, userId }: Challenge) {
  if (purpose === 'own-phone') return '' // a signed-in person asked for it, and the phone may be new
  const user = isByMail(purpose)
    ? ((await findUserByEmail(sql, recipient)) ?? (await findGuest(sql, recipient)))
    : await findUserByVerifiedPhone(sql, recipient)
  const isAllowed = user && !user.isBlocked && (userId === null || userId === user.id)
  return isAllowed ? user.fullName : null
}

/** Welcomes a new account with the link that verifies its email. Only a session of the account can use the link. */
export async function sendWelcome(
  ctx: Pick<Context, 'sql' | 'keys' | 'config' | 'settings' | 'mail'>,
  { challengeId: q }: JobPayload<'send-welcome'>,
): Promise<void> {
  const challenge = await selectChallenge(ctx.sql, q)
  const user = challenge?.userId && (await findUser(ctx.sql, challenge.userId))
  if (!user) return // the account was deleted
  const { publicUrl } = ctx.config
  const link = `${publicUrl}/dashboard/account-details?${new URLSearchParams({ q, code: codeOf(ctx, q) })}`
  await ctx.mail.send(
    welcomeMail(
      { to: challenge.recipient, fullName: user.fullName, link },
      await readMailShop(ctx),
    ),
  )
}
