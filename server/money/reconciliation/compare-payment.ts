import type { DifferenceKind } from '#contract/money/payments.ts'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import * as rows from './books-sql.ts'
import * as rules from './compare-rules.ts'
import { enqueueSettling } from '#server/money/payments/captures.ts'
import type { Booked, Captured, Gateway } from '#connectors/gateways/gateway.ts'
import { selectPayout, type PayoutRow } from '#server/money/payouts/payout-sql.ts'
import { toAsked } from '#server/money/payouts/send-payout.ts'

/** The gateway's books. */
export type Books = {
  gateway: Gateway
  listed: Map<string, Booked> // by the gateway's ids; empty if it has no list
  before: Date // anything newer may still be under way
}

/**
 * Differences found, kinds that were checked, the gateway's captures of this payment, and whether a correction has
 * begun.
 */
export type Report = {
  found: rules.FoundDifference[]
  looked: { reference: string; kinds: readonly DifferenceKind[] }[]
  seen: string[]
  isMended: boolean
}

/** Compares one payment, with its captures and refunds, in both books. */
export async function comparePayment(
  ctx: Pick<Context, 'sql' | 'now'>,
  books: Books,
  payment: rows.OurPayment,
): Promise<Report> {
  const { ours, theirs } = await findCaptures(ctx, books, payment)
  const ids = new Set([...ours.map((own) => own.gatewayPaymentId), ...theirs.map(({ id }) => id)])
  const nameOf = (id: string) => (ids.size > 1 ? id : payment.reference)
  const report: Report = {
    found: [],
    looked: [],
    seen: theirs.map(({ id }) => id),
    isMended: false,
  }
  report.looked.push({ reference: payment.reference, kinds: rules.KINDS_OF_CAPTURES })
  for (const id of ids) {
    const own = ours.find((one) => one.gatewayPaymentId === id)
    const other = theirs.find((one) => one.id === id)
    report.looked.push({ reference: id, kinds: rules.KINDS_OF_CAPTURES })
    if (isYoung(books, own, other)) continue
    const booked = own?.isSettled ? own : null
    if (other && !booked) {
      await putRight(ctx, payment, own)
      report.isMended = true
    }
    const pair = { name: nameOf(id), ours: booked, theirs: other ?? null }
    report.found.push(...rules.differCapture(pair))
  }
  for (const own of ours)
    await compareRefunds(ctx, books, { payment, own, name: nameOf(own.gatewayPaymentId) }, report)
  return report
}

type Both = {
  ours: rows.OurCapture[]
  theirs: Pick<Captured, 'id' | 'amount' | 'currency' | 'at'>[]
}

/** Asks the gateway, unless its list already agrees with our captures. */
async function findCaptures(
  { sql }: Pick<Context, 'sql'>,
  { gateway, listed }: Books,
  payment: rows.OurPayment,
): Promise<Both> {
  const ours = await rows.selectOurCaptures(sql, payment.id)
  const isSame = ({ gatewayPaymentId, amount, currency }: rows.OurCapture) => {
    const other = listed.get(gatewayPaymentId)
    return other?.amount === amount && other.currency === currency
  }
  if (payment.state === 'paid' && ours.length > 0 && ours.every(isSame))
    return {
      ours,
      theirs: ours.map((own) => ({ ...own, id: own.gatewayPaymentId, at: own.capturedAt })),
    }
  const { reference, gatewayId } = payment
  const { captured } = await gateway.ask({ reference, gatewayId })
  return { ours: await rows.selectOurCaptures(sql, payment.id), theirs: captured } // read again after the answer
}

function isYoung(
  { before }: Books,
  own?: rows.OurCapture,
  other?: Both['theirs'][number],
): boolean {
  const at = own?.capturedAt ?? other?.at
  return !own?.isSettled && at !== null && at !== undefined && at >= before
}

/** Books a capture that we have but did not settle. For a capture that we lack, asks the gateway as usual. */
const putRight = (
  ctx: Pick<Context, 'sql'>,
  payment: rows.OurPayment,
  own?: rows.OurCapture,
): Promise<void> =>
  ctx.sql.begin((tx) =>
    own
      ? enqueueSettling(tx, payment, own.id)
      : enqueue(tx, 'ask-payment', { paymentId: payment.id, hints: 0 }),
  )

type Named = { payment: rows.OurPayment; own: rows.OurCapture; name: string }

async function compareRefunds(
  ctx: Pick<Context, 'sql' | 'now'>,
  books: Books,
  { payment, own, name }: Named,
  report: Report,
): Promise<void> {
  const refunds: rules.Refunded[] = []
  for (const { id } of await rows.selectPayoutsOf(ctx.sql, own.id)) {
    const refund = await selectPayout(ctx.sql, id)
    if (!refund || refund.createdAt >= books.before) return // its total may still change
    const seen = await findRefund(ctx, books, refund)
    refunds.push(seen)
    report.found.push(...rules.differRefund(seen))
    report.looked.push({ reference: refund.reference, kinds: rules.KINDS_OF_REFUNDS })
  }
  const refunded = await findRefunded(books, payment, own)
  if (refunded !== undefined) {
    report.found.push(...rules.differTotal({ name, currency: own.currency }, refunds, refunded))
    report.looked.push({ reference: name, kinds: rules.KINDS_OF_REFUNDS })
  }
  const back = refunds
    .filter(({ state }) => state === 'done')
    .reduce((sum, { amount }) => sum + amount, 0)
  if (back === own.amount) report.looked.push({ reference: name, kinds: ['unclaimed'] })
}

/** The amount that the gateway sent back of a capture, by whoever asked it to. Undefined if it doesn't tell. */
const findRefunded = async (
  { gateway, listed }: Books,
  payment: rows.OurPayment,
  { gatewayPaymentId: captureId }: rows.OurCapture,
): Promise<number | undefined> =>
  listed.get(captureId)?.refunded ?? (await gateway.askRefunded?.({ ...payment, captureId }))

const OVERDUE_MS = 24 * 60 * 60 * 1000

export const overdue = (now: Date): Date => new Date(now.getTime() - OVERDUE_MS)

/** Asks the gateway about a refund. If it has not ended here, its usual job asks too. */
async function findRefund(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { gateway }: Books,
  refund: PayoutRow,
): Promise<rules.Refunded> {
  const { id, reference, amount, currency, state, sentAt, gatewayId, createdAt } = refund
  if (state === 'asked')
    await sql.begin((tx) =>
      enqueue(tx, 'ask-payout', { payoutId: id, hints: 0 }, { key: `ask-payout:${id}` }),
    )
  const there = sentAt
    ? (await gateway.askRefund({ ...toAsked(refund), gatewayRefundId: gatewayId })).is
    : 'unknown'
  return { reference, amount, currency, state, there, isOverdue: createdAt < overdue(now()) }
}
