import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** How long it takes does not tell how much of it is right. */
export function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

type Signed = { secret: string; parts: (string | Buffer)[]; as: 'hex' | 'base64' }

/** Of the bytes as they came: read and written again, `199.00` would be `199`. */
function sign({ secret, parts, as }: Signed): string {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest(as)
}

/** Without a secret anybody could sign. */
export const isSigned = (signature: string, signed: Signed): boolean =>
  signed.secret !== '' && isSame(signature, sign(signed))

/** Empty where it is missing, and where there are several. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
