import { setTimeout as sleep } from 'node:timers/promises'
import type * as contract from '#contract/money/gateway-events.ts'
import { isWithinRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { askBriefly, hint } from '#server/money/payments/ask-payment.ts'
import { hasPaid } from '#server/money/payments/captures.ts'
import {
  lockPayment,
  selectPayment,
  findPaymentByReference,
  updateReturnedAt,
  type PaymentRow,
} from '#server/money/payments/sql.ts'

type Deps = Pick<Context, 'sql' | 'gateways' | 'log' | 'now' | 'patience'>

export const returnFromGateway: Handler<typeof contract.returnFromGateway> = (
  ctx,
  { gateway, ...query },
) => redirectBack(ctx, { gateway, query, fields: fieldsOf(query) })

export const returnFromGatewayByForm: Handler<typeof contract.returnFromGatewayByForm> = (
  ctx,
  { gateway, ...query },
  _caller,
  visit,
) => {
  const form = new URLSearchParams(visit.raw!.body.toString('utf8'))
  return redirectBack(ctx, { gateway, query, fields: Object.fromEntries(form) })
}

/** Fields that the gateway has added to the return address. */
const fieldsOf = (query: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(query).filter(
      ([name, value]) => name !== 'reference' && typeof value === 'string',
    ),
  ) as Record<string, string>

type Return = {
  gateway: string
  query: Record<string, unknown>
  fields: Record<string, string> // what the gateway says
}

const REFERENCE = /^P[A-Z0-9]{20,24}$/
const LOST = '/purchase/status?status=false'

/** Shows a returning customer what the gateway says, not what their browser says. */
async function redirectBack(ctx: Deps, { gateway, query, fields }: Return): Promise<string> {
  const reference = String(query['reference'])
  const payment = REFERENCE.test(reference)
    ? await findPaymentByReference(ctx.sql, reference)
    : null
  if (payment?.gateway !== gateway) return LOST
  const { sql } = ctx
  if (!(await isOver(sql, payment)) && (await isGenuine(ctx, payment, fields)))
    await askAWhile(ctx, payment)
  if (payment.purpose === 'top-up') return `/dashboard/wallet/add/${reference}`
  const isPaid = await hasPaid(sql, payment.orderId!)
  return `/purchase/status?status=${isPaid}&orderId=${payment.orderId}`
}

const isOver = async (sql: Context['sql'], { orderId, state }: PaymentRow): Promise<boolean> =>
  orderId ? hasPaid(sql, orderId) : state === 'paid'

async function isGenuine(
  { gateways }: Pick<Context, 'gateways'>,
  payment: PaymentRow,
  fields: Record<string, string>,
): Promise<boolean> {
  const gateway = (await gateways()).byName.get(payment.gateway)
  return gateway?.isFromGateway?.(fields) ?? true
}

const PATIENCE_MS = 2_500 // after that, the page that they are sent to goes on waiting
const LOOK_MS = 50

async function askAWhile(ctx: Deps, { id, purpose, orderId }: PaymentRow): Promise<void> {
  const until = performance.now() + PATIENCE_MS * ctx.patience
  if (!(await askWithinLimit(ctx, id))) return
  if ((await selectPayment(ctx.sql, id))?.state !== 'paid') {
    await markReturned(ctx, id)
    return hint(ctx, id)
  }
  const isThere = async () => purpose === 'top-up' || hasPaid(ctx.sql, orderId!)
  while (performance.now() < until && !(await isThere())) await sleep(LOOK_MS)
}

/** Rate limit of requests to the gateway. Anyone who knows a return address can call it as often as they like. */
const ASKS = { max: 20, windowSeconds: 3600 }

/** Asks the gateway about a payment, briefly. Returns false if it was asked too often for the customer. */
export async function askWithinLimit(ctx: Deps, id: string): Promise<boolean> {
  if (!(await isWithinRateLimit(ctx.sql, { ...ASKS, key: `return ${id}` }, ctx.now()))) return false
  await askBriefly(ctx, id, PATIENCE_MS * ctx.patience)
  return true
}

const markReturned = ({ sql, now }: Deps, id: string): Promise<void> =>
  sql.begin(async (tx) => {
    const payment = await lockPayment(tx, id)
    if (payment?.state !== 'open') return
    await updateReturnedAt(tx, id, now())
    if (payment.orderId) await enqueue(tx, 'tell-failed-try', { orderId: payment.orderId })
  })
