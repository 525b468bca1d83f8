import { createHmac } from 'node:crypto'
import { RAZORPAY } from '#connectors/gateways/razorpay/twin/credentials.ts'
import {
  choosePaymentGateway,
  type GatewayMethod,
  type GatewayName,
} from '#contract/money/payments.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { signUp, signUpAdmin, type Member, type Person } from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

type Options = Parameters<typeof openShop>[1] & { gateway?: GatewayName }
type Shop = Pick<TestShop, 'sandboxUrl' | 'sql'>

export type PayShop = { shop: TestShop; admin: Member; customer: Member }

/** Opens a shop with one customer that takes payments, through Razorpay by default. */
export async function openPayShop(
  t: Parameters<typeof openShop>[0],
  { gateway = 'razorpay', ...options }: Options = {},
): Promise<PayShop> {
  const shop = await openShop(t, options)
  const admin = await signUpAdmin(shop)
  const { status, message } = await admin.call(choosePaymentGateway, { active: gateway })
  if (status !== 200) throw new Error(message)
  return { shop, admin, customer: await signUp(shop, 'Asha Rao') }
}

export type PayInput = {
  outcome?: 'success' | 'failure' | 'pending'
  webhook?: 'once' | 'twice' | 'never' | 'late'
  amount?: number // in rupees, if it differs from the amount asked for
  currency?: string // if it isn't rupees
  payer?: string // UPI address, or a card's number
  payer_name?: string
  again?: boolean // pays again although it is already paid
  return?: boolean // returns to the shop afterwards
}

export type Paid = {
  reference: string
  method: GatewayMethod | null // that the page is limited to
  gatewayPaymentId: string
  location?: string | null
}

/** Pays on the page that the shop has sent the customer to. */
export async function payAt(
  { sandboxUrl }: Pick<Shop, 'sandboxUrl'>,
  paymentUrl: string,
  { outcome = 'success', ...input }: PayInput = {},
): Promise<Paid> {
  const response = await fetch(`${sandboxUrl}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_url: paymentUrl, outcome, ...input }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return JSON.parse(text) as Paid
}

type Line = { gateway: string; reference: string; amount: number; currency: string }
export type Books = { captured: Line[]; refunded: (Line & { refundReference: string })[] }

/** Reads the gateways' own books, in rupees. */
export async function readBooks({ sandboxUrl }: Pick<Shop, 'sandboxUrl'>): Promise<Books> {
  const response = await fetch(`${sandboxUrl}/books`)
  return (await response.json()) as Books
}

/** Begins a wallet top-up, and returns its payment page. */
export async function beginTopUp(customer: Person, rupees = 500): Promise<string> {
  const { data, message } = await customer.call(addMoney, { amount: rupees * 100 })
  if (!data?.payment_url) throw new Error(message)
  return data.payment_url
}

/** Waits until the sandbox has a payment under this reference, even if its answer is still under way. */
export const untilKnown = ({ sandboxUrl }: Pick<Shop, 'sandboxUrl'>, reference: string) =>
  until('the gateway knows the payment', async () =>
    (await (await fetch(sandboxUrl)).text()).includes(reference),
  )

/** Lists the references of all payments, oldest first. */
export const listReferences = async ({ sql }: Pick<Shop, 'sql'>): Promise<string[]> =>
  (await sql<{ reference: string }[]>`select reference from payment order by created_at, id`).map(
    ({ reference }) => reference,
  )

type Captured = { reference: string; amount: number; gatewayPaymentId: string }

/** Lists the captures that the shop knows of, in paise. */
export const listCaptures = async ({ sql }: Pick<Shop, 'sql'>): Promise<Captured[]> => [
  ...(await sql<Captured[]>`
    select reference, capture.amount, gateway_payment_id
    from capture join payment on payment.id = payment_id order by captured_at, capture.id`),
]

export const untilCaptured = (shop: Pick<Shop, 'sql'>, count = 1): Promise<void> =>
  until(`${count} captured`, async () => (await listCaptures(shop)).length >= count)

/** Makes all waiting jobs due now. */
export async function hurryJobs({ sql }: Pick<Shop, 'sql'>): Promise<void> {
  await sql`update job set run_at = now() where leased_by is null`
}

type Sent = { gateway?: string; secret?: string; headers?: Record<string, string> }

/** Sends a gateway event like Razorpay's, signed with its secret or another. */
export async function sendWebhook(
  { url }: Pick<TestShop, 'url'>,
  body: string,
  { gateway = 'razorpay', secret = RAZORPAY.webhookSecret, headers = {} }: Sent = {},
): Promise<{ status: number; code: string | undefined }> {
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const response = await fetch(`${url}/api/v1/webhook/${gateway}`, {
    method: 'POST',
    headers: { 'x-razorpay-signature': signature, ...headers },
    body,
  })
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, code }
}

/** A gateway event that says only which payment it is about. */
export const toMessage = (reference: string, note = ''): string =>
  JSON.stringify({ note, payload: { payment_link: { entity: { reference_id: reference } } } })
