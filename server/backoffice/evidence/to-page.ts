import type { EvidencePage } from '#server/accounting/pdf/render-pdf.ts'
import type { Evidence } from './gather.ts'

type Part = EvidencePage['parts'][number]
type Facts = [name: string, words: string | null][]

/** The evidence as words to print. Parts without content are left out. */
export function toPage(evidence: Evidence, jsonHash: string): EvidencePage {
  const { order, shop, madeAt } = evidence
  const subject = order ? `order ${order.invoice}` : `payment ${evidence.payments[0]?.reference}`
  const parts: Part[] = [
    ...(order ? [facts('Order', orderFacts(order))] : []),
    facts('Customer', customerFacts(evidence)),
    table('Payments', PAYMENT_COLUMNS, evidence.payments.map(toPayment)),
    table('Delivery', DELIVERY_COLUMNS, evidence.deliveries.map(toDelivery)),
    table('Timeline', TIMELINE_COLUMNS, evidence.timeline.map(toEvent)),
    table('Consents of the customer', CONSENT_COLUMNS, evidence.consents.map(toConsent)),
    table('Sessions of the customer', SESSION_COLUMNS, evidence.sessions.map(toSession)),
    table('Lines of the wallet statement', LINE_COLUMNS, evidence.statement.map(toLine)),
    table('Orders paid from the wallet since', SPENT_COLUMNS, evidence.spentOn.map(toSpent)),
    table('Disputes', DISPUTE_COLUMNS, evidence.disputes.map(toDispute)),
    facts('Seal', [
      ['Seal of the ledger', evidence.seal && `${evidence.seal.number}: ${evidence.seal.hash}`],
      ['SHA-256 of evidence.json', jsonHash],
    ]),
  ]
  return {
    title: `Evidence on ${subject}`,
    shop: [shop.business || shop.name, shop.url].filter(Boolean),
    madeAt: told(madeAt),
    day: [madeAt.getUTCFullYear(), madeAt.getUTCMonth() + 1, madeAt.getUTCDate()],
    parts: parts.filter((part) => part.facts.length > 0 || part.rows.length > 0),
  }
}

const facts = (title: string, found: Facts): Part => ({
  title,
  facts: found.flatMap(([name, words]) => (words ? [{ name, words }] : [])),
  columns: [],
  rows: [],
})

const table = (title: string, columns: string[], rows: string[][]): Part => ({
  title,
  facts: [],
  columns,
  rows,
})

/** Such as 2026-01-05 10:00:00 UTC. */
const told = (at: Date | null): string =>
  at ? `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC` : ''

const orderFacts = (order: NonNullable<Evidence['order']>): Facts => [
  ['Invoice', order.invoice],
  ['Bought', `${order.itemName}, ${order.gameName}`],
  ['Price', `${order.amount} ${order.currency}, ${order.paymentMethod}`],
  ['Player', [order.playerId, order.zoneId].filter(Boolean).join(' / ')],
  ['Confirmed name', order.playerName],
  ['Status', order.status],
  ['Ordered', told(order.createdAt)],
  ['From address', order.buyerAddress],
  ['Paid', told(order.paidAt)],
  ['Ended', told(order.endedAt)],
  ['Refunded', told(order.refundedAt)],
]

const customerFacts = ({ customer, earlierPurchases: earlier }: Evidence): Facts => [
  ['Name', customer.fullName],
  ['Email', customer.email && `${customer.email}${proof(customer.isEmailVerified)}`],
  ['Phone', customer.phone && `${customer.phone}${proof(customer.isPhoneVerified)}`],
  ['Signed up', told(customer.createdAt)],
  ['Account deleted', told(customer.deletedAt)],
  [
    'Earlier purchases',
    earlier.count > 0
      ? `${earlier.count} delivered, from ${told(earlier.firstAt)} to ${told(earlier.lastAt)}`
      : 'None',
  ],
]

const proof = (isVerified: boolean): string => (isVerified ? ', verified' : ', not verified')

const PAYMENT_COLUMNS = ['Time', 'Through', 'References', 'Payer', 'Amount']
const toPayment = (one: Evidence['payments'][number]) => [
  told(one.capturedAt),
  one.gateway,
  [one.reference, one.gatewayPaymentId, one.bankReference].filter(Boolean).join('\n'),
  one.payer,
  `${one.amount} ${one.currency}`,
]

const DELIVERY_COLUMNS = ['Time', 'Supplier', 'References', 'Player', 'State']
const toDelivery = (one: Evidence['deliveries'][number]) => [
  told(one.endedAt ?? one.sentAt),
  one.supplier,
  [one.reference, one.supplierOrderId].filter(Boolean).join('\n'),
  [one.playerId, one.zoneId].filter(Boolean).join(' / '),
  [one.state, one.words].filter(Boolean).join('\n'),
]

const TIMELINE_COLUMNS = ['Time', 'Status', 'Message']
const toEvent = (one: Evidence['timeline'][number]) => [
  told(one.createdAt),
  `${one.status}${one.isByStaff ? ', by staff' : ''}`,
  one.message,
]

const CONSENT_COLUMNS = ['Time', 'Words', 'Given', 'Where']
const toConsent = (one: Evidence['consents'][number]) => [
  told(one.createdAt),
  one.words,
  one.isGiven ? 'yes' : 'withdrawn',
  one.source,
]

const SESSION_COLUMNS = ['Begun', 'Last used', 'Address', 'Device']
const toSession = (one: Evidence['sessions'][number]) => [
  told(one.createdAt),
  told(one.refreshedAt),
  one.address,
  one.userAgent,
]

const LINE_COLUMNS = ['Line', 'Time', 'Kind', 'Amount', 'Balance', 'Hash']
const toLine = (one: Evidence['statement'][number]) => [
  String(one.sequence),
  told(one.createdAt),
  `${one.kind}\n${one.reference}`,
  `${one.amount} ${one.currency}`,
  one.balance,
  one.hash,
]

const SPENT_COLUMNS = ['Paid', 'Order', 'Player', 'Amount', 'Outcome']
const toSpent = (one: Evidence['spentOn'][number]) => [
  told(one.paidAt),
  `${one.invoice}\n${one.itemName}, ${one.gameName}`,
  [[one.playerId, one.zoneId].filter(Boolean).join(' / '), one.playerName]
    .filter(Boolean)
    .join('\n'),
  `${one.amount} ${one.currency}`,
  [one.status, told(one.endedAt), one.proof].filter(Boolean).join('\n'),
]

const DISPUTE_COLUMNS = ['Opened', 'Gateway', 'Dispute', 'Amount', 'State']
const toDispute = (one: Evidence['disputes'][number]) => [
  told(one.openedAt),
  one.gateway,
  [one.gatewayDisputeId, one.reason].filter(Boolean).join('\n'),
  `${one.amount} ${one.currency}`,
  one.state,
]
