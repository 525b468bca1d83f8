import { z } from 'zod'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import { patience } from '#connectors/request-json.ts'
import type { Captured, Opening, GatewayPaymentStatus } from '#connectors/gateways/gateway.ts'
import { isNothingThere, type Call } from './razorpay-call.ts'
import { readPayments } from './razorpay-payments.ts'
import { failedTry } from '#connectors/gateways/wire.ts'

const Link = z.object({
  id: z.string(),
  reference_id: z.string(),
  short_url: z.url(),
  amount: z.int(),
  status: z.enum(['created', 'partially_paid', 'expired', 'cancelled', 'paid']),
  payments: z.array(z.object({ payment_id: z.string(), status: z.string() })).nullish(),
})
type Link = z.output<typeof Link>
const Links = z.object({ payment_links: z.array(z.looseObject({ reference_id: z.unknown() })) })

type Named = { reference: string; gatewayId: string | null }

/** Payment links are opened under our reference, which can never be used again. */
export function createLinks(call: Call) {
  async function open(asked: Opening, isLive: boolean): Promise<Link> {
    const signal = patience()
    const body = toBody(asked, isLive)
    for (;;) {
      const made = await call('/payment_links', {
        method: 'POST',
        body: JSON.stringify(body),
        signal,
      })
      if (made.status === 200) return toLink(made.body, asked.reference)
      const isThere = made.status === 400 && /reference.?id.*already/i.test(made.words)
      const link = isThere ? await findByReference(asked.reference, signal) : null
      if (link) return link
      if (isThere || made.status !== 400 || !dropOptional(body, made.words)) throw made.fault
    }
  }

  async function find({ reference, gatewayId }: Named, signal: AbortSignal): Promise<Link | null> {
    if (gatewayId === null) return findByReference(reference, signal)
    const answered = await call(`/payment_links/${encodeURIComponent(gatewayId)}`, { signal })
    if (isNothingThere(answered)) return null
    if (answered.status !== 200) throw answered.fault
    return toLink(answered.body, reference)
  }

  /** Throws if Razorpay ignored the filter, because its answer then does not tell whether the link exists. */
  async function findByReference(reference: string, signal: AbortSignal): Promise<Link | null> {
    const path = `/payment_links?reference_id=${encodeURIComponent(reference)}`
    const { status, body, fault } = await call(path, { signal })
    if (status !== 200) throw fault
    const links = Links.parse(body).payment_links
    const found = links.find((link) => link.reference_id === reference)
    if (!found && links.length > 0)
      throw new Error('Razorpay listed links other than the one it was asked for')
    return found ? toLink(found, reference) : null
  }

  async function ask(payment: Named): Promise<GatewayPaymentStatus> {
    const signal = patience()
    const link = await find(payment, signal)
    return link ? readStatus(call, link, signal) : { is: 'unknown', captured: [] }
  }

  /** Skips links that are paid or have ended. They cannot be cancelled and need not be. */
  async function close(payment: Named): Promise<void> {
    const signal = patience()
    const link = await find(payment, signal)
    if (link?.status !== 'created') return
    const path = `/payment_links/${encodeURIComponent(link.id)}/cancel`
    const { status, fault } = await call(path, { method: 'POST', signal })
    if (status !== 200 && status !== 400) throw fault
  }

  return { open, ask, close }
}

/** Reads each payment by itself, because a link lists only their ids and states. */
async function readStatus(
  call: Call,
  link: Link,
  signal: AbortSignal,
): Promise<GatewayPaymentStatus> {
  const tried = (link.payments ?? []).filter(({ status }) => status !== 'failed')
  const payments = await Promise.all(
    tried.map(async ({ payment_id }) => {
      const path = `/payments/${encodeURIComponent(payment_id)}`
      const { status, body, fault } = await call(path, { signal })
      if (status !== 200) throw fault
      return body
    }),
  )
  return toStatus(link, readPayments({ items: payments }).captured)
}

type LinkBody = ReturnType<typeof toBody>

/** Razorpay's names of the methods that a link can show. */
const METHODS: Partial<Record<GatewayMethod, string>> = {
  card: 'card',
  netbanking: 'netbanking',
  'mobile-wallet': 'wallet',
}

/** Hides all methods but one. A link for UPI shows what the account has, unless it is limited by `upi_link`. */
function toOptions(method: GatewayMethod) {
  if (!METHODS[method]) return undefined
  const names = ['upi', ...Object.values(METHODS)]
  const shown = names.map((name) => [name, name === METHODS[method]])
  return { checkout: { method: Object.fromEntries(shown) as Record<string, boolean> } }
}

const toBody = ({ reference, amount, words, customer, ...asked }: Opening, isLive: boolean) => ({
  amount,
  currency: 'INR',
  accept_partial: false,
  reference_id: reference,
  description: words,
  customer: {
    name: customer.fullName,
    ...(customer.email ? { email: customer.email } : {}),
    ...(customer.phone ? { contact: `+91${customer.phone.slice(-10)}` } : {}),
  } as object | undefined,
  notify: { sms: false, email: false },
  reminder_enable: false,
  notes: { reference },
  callback_url: asked.returnUrl,
  callback_method: 'get',
  expire_by: Math.floor(asked.expiresAt.getTime() / 1000),
  upi_link: (isLive && asked.method === 'upi') || undefined, // refused in test mode
  options: toOptions(asked.method),
})

/**
 * Removes an optional part from a refused request: the customer, whose name or email Razorpay may not accept, or the
 * limit to UPI, which some accounts don't have. Returns false if nothing is left to remove.
 */
function dropOptional(body: LinkBody, refusal: string): boolean {
  const isAboutUpi = /upi/i.test(refusal)
  if (body.upi_link && (isAboutUpi || !body.customer)) body.upi_link = undefined
  else if (body.customer) body.customer = undefined
  else return false
  return true
}

function toLink(body: unknown, reference: string): Link {
  const link = Link.parse(body)
  if (link.reference_id !== reference) throw new Error('Razorpay answered with another link')
  return link
}

const STANDINGS = {
  created: 'open',
  partially_paid: 'open',
  paid: 'paid',
  expired: 'failed',
  cancelled: 'failed',
} as const

/** A paid link counts as open until its payment is captured. */
function toStatus({ status, payments }: Link, captured: Captured[]): GatewayPaymentStatus {
  const is = STANDINGS[status]
  const tries = payments ?? []
  const hasFailed = tries.length > 0 && tries.every((one) => one.status === 'failed')
  const refundStatus = is === 'paid' && captured.length === 0 ? 'open' : is
  return { is: refundStatus, captured, ...failedTry(hasFailed) }
}
