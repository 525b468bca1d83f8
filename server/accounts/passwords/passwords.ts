import { hash, verify } from '@node-rs/argon2'
import type { Context } from '#server/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isCommon } from './common-passwords.ts'

// Argon2id (the library's own choice) at the cost that OWASP recommends.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a newly chosen password. Refuses common ones if the configuration says so. */
export async function hashNewPassword(
  { config }: Pick<Context, 'config'>,
  password: string,
  field: string,
): Promise<string> {
  if (config.refusesCommonPasswords && isCommon(password))
    throw new Refusal('COMMON_PASSWORD', { field })
  return hash(password, COST)
}

/** A hash that no password matches. It makes an unknown email take as long as a wrong password. */
let nobody: Promise<string> | undefined

export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  nobody ??= hash(crypto.randomUUID(), COST)
  const isRight = await verify(passwordHash ?? (await nobody), password)
  return isRight && passwordHash !== null
}
