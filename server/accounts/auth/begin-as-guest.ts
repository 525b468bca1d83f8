import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/accounts/guests.ts'
import { CONSENT_WORDS } from '#contract/accounts/consent.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { recordConsent } from '#server/accounts/consent/consent.ts'
import { openSession } from '#server/accounts/sessions/sessions.ts'
import { insertUser } from '#server/accounts/users/sql.ts'
import { GUEST_NAME } from '#server/accounts/guests/guests.ts'

/** Sends nothing: the email or phone may belong to somebody who wants no messages. */
export const beginAsGuest: Handler<typeof contract.beginAsGuest> = async (
  ctx,
  { email = '', phone = null },
  _caller,
  visit,
) => {
  const { guestsMayBuy } = await ctx.settings()
  if (!guestsMayBuy) throw new Refusal('GUESTS_OFF')
  return ctx.sql.begin(async (tx) => {
    const now = ctx.now()
    const guest = {
      fullName: GUEST_NAME,
      email,
      phone,
      isEmailVerified: false,
      isGuest: true,
    }
    const without = { passwordHash: null, googleSubject: null, newsOffAt: now }
    const userId = randomUUIDv7()
    await insertUser(tx, { id: userId, ...guest, ...without }, now)
    const words = CONSENT_WORDS.guestTerms
    await recordConsent(tx, { userId, purpose: 'terms', words, source: 'guest', now })
    return openSession(ctx, tx, { userId, visit, provenAt: null })
  })
}
