import { randomUUID } from 'node:crypto'
import type {
  Gateway,
  GatewayConnector,
  GatewayRefundRequest,
  Message,
  Opened,
  Opening,
} from '#connectors/gateways/gateway.ts'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import type { Currency } from '#contract/core/money.ts'
import type { Twin } from '#sandbox/find-twins.ts'
import { untilSoon } from './proof.ts'
import { openSetup, type CommonSetup } from './open-setup.ts'
import { watch } from './watch.ts'

const MINUTE_MS = 60_000
export const AMOUNT = 199_99

/** A payment that a test has opened, and what was asked for. */
type Payment = {
  asked: Opening
  gatewayId: string | null
  reference: string
  amount: number
  opened: Opened
}

type Outcome = 'success' | 'failure' | 'pending'

export type GatewaySetup = CommonSetup & {
  connector: GatewayConnector
  gateway: Gateway
  nowhere: Gateway
  create(credentials: Record<string, string>): Gateway
  currency: Currency
  methods: readonly GatewayMethod[]
  prepare(change?: Partial<Opening>): Opening
  open(change?: Partial<Opening>): Promise<Payment>
  /** Pays like a person on the company's page. */
  pay(payment: Payment, outcome: Outcome, more?: object): Promise<void>
  /** Opens and pays. Returns what a refund needs to know. */
  openPaid(): Promise<Payment & GatewayRefundRequest['payment']>
  refundOf(paid: GatewayRefundRequest['payment'], amount?: number): GatewayRefundRequest
  /** Captures in the company's books: of one payment, or of all. */
  listCaptured(payment?: { reference: string }): Promise<Line[]>
  listRefunded(payment: { reference: string }): Promise<Line[]>
  /** Waits for events that mention the payment. */
  receiveEvents(payment: { reference: string }, count?: number): Promise<Message[]>
}

type Line = { gateway: string; reference: string; amount: number; currency: string }

const newReference = (letter: 'P' | 'R', length: number): string =>
  `${letter}${randomUUID().replaceAll('-', '').toUpperCase().slice(0, length)}`

export async function openGatewaySetup(
  connector: GatewayConnector,
  twin: Twin,
): Promise<GatewaySetup> {
  const setup = await openSetup(connector, { gateways: [twin], suppliers: [] })
  const { said, account, accountNowhere } = setup
  const make = (own: typeof account) => {
    const { webhookSecret } = own.credentials
    const webhookSecrets = webhookSecret === undefined ? [] : [webhookSecret]
    return watch(connector.create({ ...own, webhookSecrets }), said)
  }
  const { rupees, foreign } = connector.methods
  const [currency, methods] = rupees ? (['INR', rupees] as const) : (['USD', foreign!] as const)
  const usual = { method: methods[0]!, currency, ...placesOf(connector, setup) }
  const prepare = (change: Partial<Opening> = {}) => toOpening({ ...usual, ...change })
  const gateway = make(account)
  return {
    ...setup,
    connector,
    gateway,
    nowhere: make(accountNowhere),
    create: (credentials) => make({ ...account, credentials }),
    currency,
    methods,
    prepare,
    ...createPayments(gateway, prepare, setup),
    refundOf: ({ reference, gatewayId, amount, captureId }, part = amount) => ({
      reference: newReference('R', 21),
      amount: part,
      currency,
      note: 'Out of stock',
      payment: { reference, gatewayId, amount, captureId },
    }),
    ...readNews(connector, setup),
  }
}

const placesOf = ({ name }: GatewayConnector, { shopUrl }: CommonSetup) => ({
  returnUrl: `${shopUrl}/api/v1/return/${name}`,
  webhookUrl: `${shopUrl}/api/v1/webhook/${name}`,
})

type Usual = Pick<Opening, 'method' | 'currency' | 'returnUrl' | 'webhookUrl'> & Partial<Opening>

function toOpening({ reference = newReference('P', 23), returnUrl, ...asked }: Usual): Opening {
  return {
    reference,
    amount: AMOUNT,
    words: 'Gemstall order 1001',
    customer: {
      id: 'customer1',
      fullName: 'Asha Rao',
      email: 'asha@gemstall.test',
      phone: '9876543210',
    },
    returnUrl: `${returnUrl}?reference=${reference}`,
    expiresAt: new Date(Date.now() + 17 * MINUTE_MS),
    wantsUpiCode: false,
    ...asked,
  }
}

function createPayments(
  gateway: Gateway,
  prepare: GatewaySetup['prepare'],
  { act }: CommonSetup,
): Pick<GatewaySetup, 'open' | 'pay' | 'openPaid'> {
  async function open(change: Partial<Opening> = {}): Promise<Payment> {
    const asked = prepare(change)
    const opened = await gateway.open(asked)
    return { asked, opened, ...nameOf(asked), gatewayId: opened.gatewayId }
  }
  async function pay({ opened }: Payment, outcome: Outcome, more: object = {}) {
    await act('/pay', { payment_url: await findPage(opened), outcome, ...more })
  }
  async function openPaid() {
    const payment = await open()
    await pay(payment, 'success')
    let captureId = ''
    await untilSoon('the payment is captured', async () => {
      const { captured } = await gateway.ask({ ...payment, isWanted: true })
      captureId = captured[0]?.id ?? ''
      return captureId !== ''
    })
    return { ...payment, captureId }
  }
  return { open, pay, openPaid }
}

/** Reads the company's books, and the events that it has sent. */
function readNews(
  { name }: GatewayConnector,
  { readBooks, received }: CommonSetup,
): Pick<GatewaySetup, 'listCaptured' | 'listRefunded' | 'receiveEvents'> {
  const lines = async (which: 'captured' | 'refunded', reference?: string) => {
    const books = await readBooks<Record<typeof which, Line[]>>()
    const own = books[which].filter(({ gateway }) => gateway === name)
    return reference === undefined ? own : own.filter((line) => line.reference === reference)
  }
  const listEvents = () =>
    received
      .filter(({ path }) => path === `/api/v1/webhook/${name}`)
      .map(({ headers, body }) => ({ headers, body, now: new Date() }))
  return {
    listCaptured: (payment) => lines('captured', payment?.reference),
    listRefunded: ({ reference }) => lines('refunded', reference),
    async receiveEvents({ reference }, count = 1) {
      await untilSoon('events have come', () => listEvents().length >= count)
      return mentioning(listEvents(), reference)
    },
  }
}

const nameOf = ({ reference, amount }: Opening) => ({ reference, amount })

const mentioning = (events: Message[], reference: string): Message[] => {
  const found = events.filter(({ body }) => body.includes(reference))
  return found.length > 0 ? found : events // some companies name only their own ids
}

/** The address on which a person would pay. A page that is a form must be sent first. */
async function findPage({ page }: Opened): Promise<string> {
  if (page.is === 'upi') return page.uri
  if (page.is !== 'form') return page.url
  const body = new URLSearchParams(page.fields)
  const response = await fetch(page.action, { method: 'POST', body, redirect: 'manual' })
  await response.body?.cancel()
  const location = response.headers.get('location')
  if (!location) throw new Error(`The form was refused with ${response.status}`)
  return new URL(location, page.action).href
}
