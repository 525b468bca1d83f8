import { isSame, readJson } from '#connectors/messages.ts'
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { CallbackIds, SupplierAccount } from '#connectors/suppliers/supplier.ts'

const TOLERANCE_MS = 5 * 60_000

const Event = z.object({
  data: z.object({ _id: z.string(), reference: z.string().nullable() }).partial(),
})

type Received = { headers: IncomingHttpHeaders; body: Buffer }

/** Reads a webhook of the seller, signed as standardwebhooks.com describes. A ping names no order. */
export function readGemstallCallback(
  { credentials, now }: Pick<SupplierAccount, 'credentials' | 'now'>,
  { headers, body }: Received,
): CallbackIds | null {
  const secret = credentials['webhookSecret']
  if (!secret || !isSigned(secret, { headers, body }, now())) return null
  const { data: event } = Event.safeParse(readJson(body))
  return { reference: event?.data.reference ?? null, providerOrderId: null }
}

function isSigned(secret: string, { headers, body }: Received, now: number): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  ) as [string, string, string]
  if (!/^\d+$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1_000) > TOLERANCE_MS)
    return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length === 0) return false // anybody could sign with it
  const sum = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return signatures.split(' ').some((signature) => isSame(signature, `v1,${sum}`))
}
