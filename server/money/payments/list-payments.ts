import type { Input, Output } from '#contract/core/endpoint.ts'
import { PaymentPurpose, PaymentState, SettledAs } from '#contract/money/payments.ts'
import type * as contract from '#contract/money/payments.ts'
import type { Payment } from '#contract/money/payments.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hideContact, type Reader } from '#server/accounts/users/colleagues.ts'
import { findUserIdsByEmail } from '#server/accounts/users/users.ts'
import { listNamesInUse } from '#server/money/gateways/connectors.ts'
import { methodOf } from '#server/money/gateways/methods.ts'
import * as rows from './list-sql.ts'
import { refundableOf } from '#server/money/payouts/begin-payout.ts'
import { selectRefundable, type Refundable } from '#server/money/payouts/payout-sql.ts'

type Connected = Pick<Context, 'connectors'>
type PaymentFilters = Input<typeof contract.listPayments>
type Listed = Output<typeof contract.listPayments>

/** Searching for a prefix with more matches is refused, because it would read all of them. */
const FOUND_MAX = 100_000

export const listPayments: Handler<typeof contract.listPayments> = async (ctx, input, reader) => {
  const { gateway, purpose, state, page, limit, sort } = input
  const kinds: rows.Kinds = {
    gateways: gateway ? [gateway] : await listNamesInUse(ctx.sql),
    purposes: purpose ? [purpose] : PaymentPurpose.options,
    states: state ? [state] : PaymentState.options,
  }
  const cut = { limit, offset: (page - 1) * limit, sort }
  const { ids, total } = await (input.search
    ? find(ctx, { ...input, reader }, { kinds, cut })
    : cutAny(ctx, kinds, cut))
  return {
    payments: await readPayments(
      ctx,
      ids.map(({ id }) => id),
      { reader, sort },
    ),
    totalPayments: total,
  }
}

type List = { kinds: rows.Kinds; cut: rows.Cut }
type PaymentSearch = PaymentFilters & { reader: Reader }
type PageOfIds = { ids: { id: string }[]; total: number }

async function find(
  ctx: Pick<Context, 'sql'>,
  input: PaymentSearch,
  { kinds, cut }: List,
): Promise<PageOfIds> {
  const { sql } = ctx
  const search = await toSearch(ctx, input)
  if (await rows.areMoreThan(sql, kinds, search, FOUND_MAX))
    throw new Refusal('SEARCH_TOO_WIDE', { field: 'search' })
  const [ids, total] = await Promise.all([
    rows.selectFoundIds(sql, kinds, search, cut),
    rows.countFound(sql, kinds, search),
  ])
  return { ids, total }
}

async function toSearch(
  ctx: Pick<Context, 'sql'>,
  { search, searchIndex, reader }: PaymentSearch,
): Promise<rows.Search> {
  switch (searchIndex) {
    case 'reference':
      return { reference: search }
    case 'UTR':
      return { utr: search }
    case 'invoiceId':
      return { invoice: search }
    case 'email':
      return { userIds: await findUserIdsByEmail(ctx, search, reader) }
  }
}

/** Cuts a page out of millions. Payments are counted by day, so even a late page is near the start of its day. */
async function cutAny(
  { sql }: Pick<Context, 'sql'>,
  kinds: rows.Kinds,
  cut: rows.Cut,
): Promise<PageOfIds> {
  const { total, before, start, end } = await rows.selectPageRange(sql, kinds, cut)
  if (before === null || !start || !end) return { ids: [], total }
  const near = { ...cut, start, end, offset: cut.offset - before }
  return { ids: await rows.selectIdsByDate(sql, kinds, near), total }
}

async function readPayments(
  ctx: Connected & Pick<Context, 'sql'>,
  ids: string[],
  { reader, sort }: { reader: Reader; sort: PaymentFilters['sort'] },
): Promise<Listed['payments']> {
  const { sql } = ctx
  const [payments, captures] = await Promise.all([
    rows.selectListed(sql, ids, sort),
    rows.selectCaptures(sql, ids),
  ])
  const captureIds = captures.map(({ id }) => id)
  const [refunds, refundable] = await Promise.all([
    rows.selectRefunds(sql, captureIds),
    selectRefundable(sql, captureIds),
  ])
  const refundsOf = Map.groupBy(refunds, ({ captureId }) => captureId)
  const toBack = new Map(refundable.map((capture) => [capture.id, capture]))
  const capturesOf = Map.groupBy(captures, ({ paymentId }) => paymentId)
  return payments.map((payment) =>
    toPayment(
      ctx,
      hideContact(payment, reader),
      (capturesOf.get(payment.id) ?? []).map((capture) =>
        toCapture(ctx, capture, toBack.get(capture.id)!, refundsOf.get(capture.id) ?? []),
      ),
    ),
  )
}

const toPayment = (
  { connectors }: Connected,
  row: rows.ListedPayment,
  captures: Payment['captures'],
): Payment => ({
  _id: row.id,
  reference: row.reference,
  gateway: row.gateway,
  method: methodOf(row),
  sendsBack: connectors.gateways.get(row.gateway)?.sendsBack === true,
  gatewayReason: row.gatewayReason,
  purpose: row.purpose,
  state: row.state,
  currency: row.currency,
  amount: row.amount,
  createdAt: row.createdAt.toISOString(),
  userId: { _id: row.userId, fullName: row.fullName, email: row.email },
  orderId: row.orderId ? { _id: row.orderId, invoiceId: row.invoice ?? '' } : null,
  captures,
})

const toCapture = (
  ctx: Connected,
  row: rows.ListedCapture,
  back: Refundable,
  refunds: rows.ListedRefund[],
): Payment['captures'][number] => ({
  _id: row.id,
  amount: row.amount,
  currency: row.currency,
  UTR: row.bankReference,
  gatewayPaymentId: row.gatewayPaymentId,
  capturedAt: row.capturedAt.toISOString(),
  settledAs: SettledAs.safeParse(back.settledAs).data ?? null,
  refunds: refunds.map(toRefund),
  refundable: refundableOf(ctx, back),
})

const toRefund = ({
  id,
  bankReference,
  createdAt,
  captureId: _captureId,
  ...rest
}: rows.ListedRefund) => ({
  _id: id,
  ...rest,
  UTR: bankReference,
  createdAt: createdAt.toISOString(),
})
