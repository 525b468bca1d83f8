import { readJson } from '#connectors/messages.ts'
import { X509Certificate, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { patience } from '#connectors/request-json.ts'
import type { Gateway, Message } from '#connectors/gateways/gateway.ts'
import { headerOf } from '#connectors/gateways/signing.ts'
import { referencesIn } from '#connectors/gateways/wire.ts'
import { captureOf, Links, type PayPalAccount } from './paypal-call.ts'

/** The resource of an event is an order, a capture or a refund. */
const Named = z.object({ custom_id: z.unknown().optional() })
const Event = z.object({
  resource: Named.extend({ purchase_units: z.array(Named).catch([]), links: Links.catch([]) }),
})

/**
 * PayPal signs each event with a certificate that the event names. It is fetched from PayPal's own host and kept, so
 * that most events need no request. An event that can't be checked is refused: PayPal sends it again, for three days.
 */
export function createEvents(
  account: PayPalAccount,
  now: () => number,
): Pick<Gateway, 'readWebhook'> {
  const findCertificate = keepCertificates(account.url, now)

  async function isAuthentic({ headers, body }: Message): Promise<boolean> {
    const told = (name: string) => headerOf(headers, `paypal-${name}`)
    if (told('auth-algo') !== 'SHA256withRSA') return false
    const signature = Buffer.from(told('transmission-sig'), 'base64')
    if (signature.length === 0 || signature.toString('base64') !== told('transmission-sig'))
      return false
    const key = await findCertificate(told('cert-url'))
    if (!key) return false
    const facts = [told('transmission-id'), told('transmission-time'), account.webhookId]
    const signed = [...facts, crc32(body)].join('|')
    return verify('sha256', Buffer.from(signed), key.publicKey, signature)
  }

  return {
    async readWebhook(message) {
      if (!(await isAuthentic(message))) return null
      const { data } = Event.safeParse(readJson(message.body))
      if (!data) return []
      const { custom_id, purchase_units, links } = data.resource
      const named = referencesIn([custom_id, ...purchase_units.map((unit) => unit.custom_id)])
      const captureId = captureOf(links)
      return captureId ? [...named, captureId] : named
    },
  }
}

const PATH = /^\/v1\/notifications\/certs\/CERT-[\w-]{1,100}$/
const KEPT_MAX = 20
const FETCHES_MAX = 10 // anyone can name a certificate that does not exist
const FETCHES_MS = 60_000

/** Finds a certificate by its address. Null if it is not PayPal's, is not valid, or can't be fetched now. */
function keepCertificates(url: string, now: () => number) {
  const kept = new Map<string, X509Certificate>()
  let fetches: number[] = []

  async function fetchOne(address: string): Promise<X509Certificate | null> {
    fetches = fetches.filter((at) => at > now() - FETCHES_MS)
    if (fetches.length >= FETCHES_MAX) return null
    fetches.push(now())
    try {
      const response = await fetch(address, { signal: patience(), redirect: 'error' })
      if (response.status !== 200) return null
      const certificate = new X509Certificate(await response.text())
      if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value!)
      kept.set(address, certificate)
      return certificate
    } catch {
      return null
    }
  }

  return async (address: string): Promise<X509Certificate | null> => {
    if (!isAddress(address, url)) return null
    const certificate = kept.get(address) ?? (await fetchOne(address))
    return certificate && isValid(certificate, now()) ? certificate : null
  }
}

/** The shop's own address of PayPal may be that of a simulator. */
function isAddress(address: string, url: string): boolean {
  if (!URL.canParse(address)) return false
  const { origin, protocol, hostname, port, pathname, search } = new URL(address)
  const base = new URL(url)
  if (origin === base.origin)
    return search === '' && PATH.test(pathname.slice(base.pathname.replace(/\/$/, '').length))
  const isPayPal = protocol === 'https:' && port === '' && hostname.endsWith('.paypal.com')
  return isPayPal && search === '' && PATH.test(pathname)
}

function isValid({ validFrom, validTo, subject }: X509Certificate, at: number): boolean {
  const isNow = Date.parse(validFrom) <= at && at <= Date.parse(validTo)
  return isNow && /^CN=([\w-]+\.)+paypal\.com$/m.test(subject)
}
