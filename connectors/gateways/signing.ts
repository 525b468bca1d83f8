import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isSame } from '#connectors/messages.ts'

type Signed = { secret: string; parts: (string | Buffer)[]; as: 'hex' | 'base64' }

/** Signs the bytes as they arrived. Parsed and written again, `199.00` would become `199`. */
function sign({ secret, parts, as }: Signed): string {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest(as)
}

/** False without a secret, because anyone can sign with an empty one. */
export const isSigned = (signature: string, signed: Signed): boolean =>
  signed.secret !== '' && isSame(signature, sign(signed))

/** Empty if the header is missing or is sent more than once. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
