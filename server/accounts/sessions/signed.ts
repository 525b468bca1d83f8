import { jwtVerify, SignJWT, type JWTPayload } from 'jose'

const ALGORITHM = 'HS256'

/** Signs a payload with the newest key. It is valid until `expiresAt`. */
export const sign = (words: JWTPayload, keys: Buffer[], expiresAt: Date): Promise<string> =>
  new SignJWT(words)
    .setProtectedHeader({ alg: ALGORITHM })
    .setExpirationTime(expiresAt)
    .sign(keys[0]!)

/** Returns the payload if any of the keys signed it. Null if none did, or if it has expired. */
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
      // Expired, or signed with another key: try the next one.
    }
  }
  return null
}
