import { jwtVerify, SignJWT, type JWTPayload } from 'jose'

const ALGORITHM = 'HS256'

/** Words that only this shop can have written, good until then. The newest key signs. */
export const sign = (words: JWTPayload, keys: Buffer[], expiresAt: Date): Promise<string> =>
  new SignJWT(words)
    .setProtectedHeader({ alg: ALGORITHM })
    .setExpirationTime(expiresAt)
    .sign(keys[0]!)

/** What was signed with any of the keys; null when it was not, or is over. */
export async function readSigned<Words>(
  token: string,
  keys: Buffer[],
  now: Date,
): Promise<Words | null> {
  const options = { algorithms: [ALGORITHM], currentDate: now }
  for (const key of keys) {
    try {
      return (await jwtVerify<Words>(token, key, options)).payload
    } catch {
      // Not signed with this key, or over: the next key may know better.
    }
  }
  return null
}
