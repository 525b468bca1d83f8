import { readJson } from '#connectors/messages.ts'
import { z } from 'zod'
import type { Booked, Gateway } from '#connectors/gateways/gateway.ts'
import { createCall, type Call } from './razorpay-call.ts'
import { createCodes, isCode } from './razorpay-codes.ts'
import { createDisputes, disputesIn } from './razorpay-disputes.ts'
import { findDowntime } from './razorpay-downtimes.ts'
import { createLinks } from './razorpay-links.ts'
import { readBooked } from './razorpay-payments.ts'
import { createRefunds } from './razorpay-refunds.ts'
import { listSettled } from './razorpay-settlements.ts'
import { headerOf, isSigned } from '#connectors/gateways/signing.ts'
import { referencesIn } from '#connectors/gateways/wire.ts'

/** Several webhook secrets, because events sent before a change still arrive signed with the old one. */
type Credentials = { url: string; keyId: string; keySecret: string; webhookSecrets: string[] }

const PAGE_MAX = 100
const LIVE = 'rzp_live_'

export function createRazorpay({ url, keyId, keySecret, webhookSecrets }: Credentials): Gateway {
  const call = createCall(url, keyId, keySecret)
  const codes = createCodes(call)
  const links = createLinks(call)
  const refunds = createRefunds(call)

  return {
    async open(asked) {
      const code = asked.wantsUpiCode ? await codes.open(asked) : null
      if (code) return code
      const link = await links.open(asked, keyId.startsWith(LIVE))
      if (link.amount !== asked.amount)
        throw new Error('Razorpay has this payment with another amount')
      return { gatewayId: link.id, page: { is: 'link', url: link.short_url } }
    },

    ask: (payment) => (isCode(payment) ? codes.ask(payment) : links.ask(payment)),
    close: (payment) => (isCode(payment) ? codes.close(payment) : links.close(payment)),

    readWebhook({ headers, body }) {
      const signature = headerOf(headers, 'x-razorpay-signature')
      const isOf = (secret: string) => isSigned(signature, { secret, parts: [body], as: 'hex' })
      return webhookSecrets.some(isOf) ? mentionedIn(readJson(body)) : null
    },

    isFromGateway(fields) {
      const names = ['id', 'reference_id', 'status'].map((name) => `razorpay_payment_link_${name}`)
      const text = [...names, 'razorpay_payment_id'].map((name) => fields[name] ?? '').join('|')
      const signature = fields['razorpay_signature'] ?? ''
      return isSigned(signature, { secret: keySecret, parts: [text], as: 'hex' })
    },

    disputesIn,
    disputes: createDisputes(call),
    refund: refunds.send,
    askRefund: refunds.ask,
    listCaptured: (from, to) => listCaptured(call, from, to),
    listRefunded: (from, to) => listRefunded(call, from, to),
    listSettled: (from, to) => listSettled(call, from, to),
    findDowntime: () => findDowntime(call),

    async check() {
      const { status, fault } = await call('/payments?count=1')
      if (status === 401) return 'Razorpay doesn’t accept this key id and key secret'
      if (status !== 200) throw fault
      return null
    },
  }
}

async function listCaptured(call: Call, from: Date, to: Date): Promise<Booked[]> {
  const all: Booked[] = []
  for await (const page of pagesOf(call, 'payments', { from, to })) all.push(...readBooked(page))
  return all
}

const Refunds = z.object({ items: z.array(z.object({ payment_id: z.string() })) })

async function listRefunded(call: Call, from: Date, to: Date): Promise<Booked[]> {
  const ids = new Set<string>()
  for await (const page of pagesOf(call, 'refunds', { from, to }))
    for (const { payment_id } of Refunds.parse(page).items) ids.add(payment_id)
  const all: Booked[] = []
  for (const id of ids) {
    const { status, body, fault } = await call(`/payments/${encodeURIComponent(id)}`)
    if (status !== 200) throw fault
    all.push(...readBooked({ items: [body] }))
  }
  return all
}

type Range = { from: Date; to: Date }
const Page = z.object({ items: z.array(z.unknown()) })

async function* pagesOf(call: Call, what: 'payments' | 'refunds', { from, to }: Range) {
  const range = `from=${toSeconds(from)}&to=${toSeconds(to)}&count=${PAGE_MAX}`
  for (let skip = 0; ; skip += PAGE_MAX) {
    const { status, body, fault } = await call(`/${what}?${range}&skip=${skip}`)
    if (status !== 200) throw fault
    yield body
    if (Page.parse(body).items.length < PAGE_MAX) return
  }
}

const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000)

const Part = z
  .object({
    entity: z.object({
      reference_id: z.unknown().optional(),
      receipt: z.unknown().optional(),
      notes: z.object({ reference: z.unknown() }).optional().catch(undefined),
    }),
  })
  .optional()
  .catch(undefined)
const Event = z.object({
  payload: z.object({
    payment_link: Part,
    qr_code: Part,
    order: Part,
    payment: Part,
    refund: Part,
  }),
})

function mentionedIn(body: unknown): string[] {
  const parts = Object.values(Event.safeParse(body).data?.payload ?? {})
  return referencesIn(
    parts.flatMap((part) => [
      part?.entity.reference_id,
      part?.entity.receipt,
      part?.entity.notes?.reference,
    ]),
  )
}
