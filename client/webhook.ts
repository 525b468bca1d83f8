import type { ApiOrder } from './client.ts'

export type WebhookEvent = {
  id: string // the same for every try: ignore ids that you have seen
  type: string
  createdAt: string
  isTest: boolean
  version: number // version of the order: the highest is the newest
  data: ApiOrder
}

type Arrived = {
  /** The webhook's secret, and during a change of secret the old one too. */
  secrets: string[]
  headers: Record<string, string | string[] | undefined> // with lower-case names, as in Node
  body: string // raw, before any parsing
  now?: number
}

const TOLERANCE_SECONDS = 5 * 60
const PREFIX = 'whsec_'

/** Reads a webhook from the shop. Throws if somebody else sent it, or if an old one is sent again. */
export async function readWebhook({
  secrets,
  headers,
  body,
  now = Date.now(),
}: Arrived): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => String(headers[name] ?? ''),
  ) as [string, string, string]
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS)
    throw new Error("The webhook's timestamp is too old or in the future")
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const secret of secrets)
    for (const signature of signatures.split(' '))
      if (await isGood(secret, signature, signed)) return JSON.parse(body) as WebhookEvent
  throw new Error("The webhook's signature is wrong")
}

async function isGood(
  secret: string,
  signature: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const [version, sum] = signature.split(',')
  if (version !== 'v1' || !sum) return false
  const name = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = fromBase64(secret.replace(PREFIX, ''))
  const key = await crypto.subtle.importKey('raw', bytes, name, false, ['verify'])
  return crypto.subtle.verify('HMAC', key, fromBase64(sum), signed) // takes the same time for every wrong signature
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array(1) // matches no signature
  }
}
