import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32 // between 24 and 64 are allowed

export const makeSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

type Letter = { id: string; at: Date; body: string }

/** Builds the headers of standardwebhooks.com with one signature per secret. Any matching signature is enough. */
export function signedHeaders(secrets: string[], { id, at, body }: Letter): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
