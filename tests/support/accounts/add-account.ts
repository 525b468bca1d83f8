import { hashNewPassword } from '#server/accounts/passwords/passwords.ts'
import { openSession } from '#server/accounts/sessions/sessions.ts'
import { createUser } from '#server/accounts/users/users.ts'
import type { Context } from '#server/context.ts'

export type Newcomer = { fullName: string; email: string; phone: string; password: string }
export type NewAccount = {
  id: string
  tokens: { accessToken: string; refreshToken: string }
}

const VISIT = {
  address: '127.0.0.1',
  userAgent: 'node',
  readCookie: () => undefined,
  writeCookie: () => {},
}

/**
 * Makes the account and the session that a sign-up makes, but sends no welcome mail and hashes each password once in
 * this process. Both take three quarters of the time of a sign-up.
 */
export async function addAccount(
  ctx: Pick<Context, 'sql' | 'keys' | 'log' | 'now'>,
  { password, ...newcomer }: Newcomer,
): Promise<NewAccount> {
  const passwordHash = await hashOnce(password)
  return ctx.sql.begin(async (tx) => {
    const user = {
      ...newcomer,
      passwordHash,
      googleSubject: null,
      isEmailVerified: false,
      newsOffAt: null,
    }
    const id = await createUser(tx, user, ctx.now())
    return { id, tokens: await openSession(ctx, tx, { userId: id, visit: VISIT }) }
  })
}

const hashes = new Map<string, Promise<string>>()

async function hashOnce(password: string): Promise<string> {
  const known = hashes.get(password)
  if (known) return known
  const config = { refusesCommonPasswords: false } as Context['config']
  const hash = hashNewPassword({ config }, password, 'password')
  hashes.set(password, hash)
  return hash
}
