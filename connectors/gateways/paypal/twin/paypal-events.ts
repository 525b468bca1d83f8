// PayPal's events.
import { randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { PAYPAL } from './credentials.ts'
import { letters } from '#sandbox/gateways/deals.ts'
import type { Message } from '#sandbox/gateways/gateway.ts'
import { SIGNING_KEY } from './paypal-certificate.ts'
import { toTime } from './paypal-wire.ts'

export const CERTIFICATE_PATH = '/v1/notifications/certs/CERT-sandbox-1'

export type Tell = (type: string, kind: string, resource: object) => Message

/** Signs an event together with the moment and the webhook that it is sent to. */
export const createTeller =
  (url: string): Tell =>
  (type, kind, resource) => {
    const [id, at] = [randomUUID(), toTime(Date.now())]
    const body = JSON.stringify({
      id: `WH-${letters(17).toUpperCase()}-${letters(17).toUpperCase()}`,
      event_version: '1.0',
      create_time: at,
      resource_type: kind,
      event_type: type,
      resource,
      links: [],
    })
    const signed = [id, at, PAYPAL.webhookId, crc32(body)].join('|')
    return {
      headers: {
        'content-type': 'application/json',
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': `${url}${CERTIFICATE_PATH}`,
        'paypal-transmission-id': id,
        'paypal-transmission-time': at,
        'paypal-transmission-sig': sign('sha256', Buffer.from(signed), SIGNING_KEY).toString(
          'base64',
        ),
      },
      body,
    }
  }
