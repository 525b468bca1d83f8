import type * as contract from '#contract/accounts/auth.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { recordConsent } from '#server/accounts/consent/consent.ts'
import { createUser } from '#server/accounts/users/users.ts'
import { promiseWelcome } from './codes.ts'
import { hashNewPassword } from '#server/accounts/passwords/passwords.ts'
import { openSession } from '#server/accounts/sessions/sessions.ts'

export const signup: Handler<typeof contract.signup> = async (ctx, input, _caller, visit) => {
  const { fullName, email, phone, password, takesNews = false } = input
  const passwordHash = await hashNewPassword(ctx, password, 'password')
  const newcomer = { fullName, email, phone, passwordHash, googleSubject: null }
  return ctx.sql.begin(async (tx) => {
    const now = ctx.now()
    const newsOffAt = takesNews ? null : now
    const userId = await createUser(tx, { ...newcomer, isEmailVerified: false, newsOffAt }, now)
    await recordConsent(tx, { userId, purpose: 'terms', source: 'sign-up', now })
    if (takesNews) await recordConsent(tx, { userId, purpose: 'news', source: 'sign-up', now })
    await promiseWelcome(ctx, tx, { userId, email })
    return openSession(ctx, tx, { userId, visit })
  })
}
