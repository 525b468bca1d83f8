import type * as contract from '#contract/accounts/auth.ts'
import {
  giveBackUse,
  enforceRateLimit,
  type RateLimit,
} from '#server/platform/rate-limits/rate-limits.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findCredentials } from '#server/accounts/users/users.ts'
import { requestCode } from './codes.ts'
import { findKnownDevice } from '#server/accounts/sessions/known-devices.ts'
import { isPassword } from '#server/accounts/passwords/passwords.ts'
import { openSession } from '#server/accounts/sessions/sessions.ts'

export const login: Handler<typeof contract.login> = async (
  ctx,
  { email, password },
  _caller,
  visit,
) => {
  const { sql, now } = ctx
  // Guesses are counted before the password is checked, so that parallel guesses all count. The transaction
  // counts all or none, so that a refused caller cannot use up the attempts of others.
  const device = await findKnownDevice(ctx, visit, email)
  const guesses = guessLimits(ctx, { email, address: visit.address, device })
  await sql.begin(async (tx) => {
    for (const guess of guesses) await enforceRateLimit(tx, guess, now())
  })

  const credentials = await findCredentials(sql, email)
  const isRight = await isPassword(password, credentials?.passwordHash ?? null)
  if (!credentials || !isRight) {
    ctx.log.warn({ userId: credentials?.id, address: visit.address }, 'wrong password')
    throw new Refusal('WRONG_CREDENTIALS')
  }
  for (const guess of guesses) await giveBackUse(sql, guess)
  if (credentials.isBlocked) throw new Refusal('ACCOUNT_BLOCKED')
  return sql.begin(async (tx) => {
    const tokens = await openSession(ctx, tx, { userId: credentials.id, visit })
    // Checked again under the row lock: the password may have changed since the first check.
    const { passwordHash } = (await findCredentials(tx, email)) ?? {}
    if (passwordHash !== credentials.passwordHash) throw new Refusal('WRONG_CREDENTIALS')
    return tokens
  })
}

type Guessing = { email: string; address: string; device: string | null }

/** A known device has a count of its own, which strangers cannot use up. */
function guessLimits(
  { config }: Pick<Context, 'config'>,
  { email, address, device }: Guessing,
): RateLimit[] {
  const { wrongPasswords, wrongPasswordsTotal, wrongPasswordsPerAddress, wrongPasswordMinutes } =
    config.limits
  const window = {
    windowSeconds: wrongPasswordMinutes * 60,
    refusal: 'TOO_MANY_WRONG_PASSWORDS',
  } as const
  const own = {
    key: `wrong passwords of ${email} by ${device ?? address}`,
    max: wrongPasswords,
    ...window,
  }
  if (device) return [own]
  return [
    own,
    { key: `wrong passwords of ${email}`, max: wrongPasswordsTotal, ...window },
    { key: `wrong passwords from ${address}`, max: wrongPasswordsPerAddress, ...window },
  ]
}

export const loginOtp: Handler<typeof contract.loginOtp> = (ctx, { phone }, _caller, visit) =>
  requestCode(ctx, { purpose: 'phone', recipient: phone, visit })

export const forgotPassword: Handler<typeof contract.forgotPassword> = (
  ctx,
  { email },
  _caller,
  visit,
) => requestCode(ctx, { purpose: 'email', recipient: email, visit })
