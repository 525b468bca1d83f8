import { hash, verify } from '@node-rs/argon2'

// Argon2id (the library's own choice) at the cost that OWASP recommends.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** A hash that no password fits, so that an unknown e-mail takes as long as a wrong password. */
let nobody: Promise<string> | undefined

export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID())
  const isRight = await verify(passwordHash ?? (await nobody), password)
  return isRight && passwordHash !== null
}
