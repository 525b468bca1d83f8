import type { SettledLine } from '#connectors/gateways/gateway.ts'
import type { Sql } from '#server/platform/db/db.ts'

type Read = { lines: SettledLine[]; readAt: Date }

/** Skips lines that are known. Returns how many were added. */
export async function insertLines(
  sql: Sql,
  gateway: string,
  { lines, readAt }: Read,
): Promise<number> {
  const { count } = await sql`
    insert into settlement_line (gateway, id, kind, gateway_payment_id, amount, fee, fee_tax, currency,
      settlement_id, bank_reference, settled_at, is_held, read_at)
    select ${gateway}, line.id, kind, coalesce("captureId", (
        select gateway_payment_id from payment join capture on payment_id = payment.id
        where payment.reference = line.reference and capture.gateway = ${gateway}
        order by capture.id limit 1
      )), line.amount, fee, "feeTax", line.currency, "settlementId", "bankReference", "settledAt",
      coalesce("isHeld", false), ${readAt}
    from jsonb_to_recordset(${sql.json(lines)}) as line (id text, kind text, "captureId" text, reference text,
      amount bigint, fee bigint, "feeTax" bigint, currency text, "settlementId" text, "bankReference" text,
      "settledAt" timestamptz, "isHeld" boolean)
    on conflict (gateway, id) do nothing`
  return count
}

type Since = { since: Date; readAt: Date }

/** Settles what was captured into the shop's own wallet, where no fee is kept. Returns how many were added. */
export async function insertCaptured(
  sql: Sql,
  gateway: string,
  { since, readAt }: Since,
): Promise<number> {
  const { count } = await sql`
    insert into settlement_line (gateway, id, kind, gateway_payment_id, amount, fee, fee_tax, currency,
      settlement_id, settled_at, read_at)
    select gateway, gateway_payment_id, 'payment', gateway_payment_id, amount, 0, 0, currency,
      gateway_payment_id, captured_at, ${readAt}
    from capture where captured_at >= ${since} and gateway = ${gateway} and settled_as <> 'held'
    on conflict (gateway, id) do nothing`
  return count
}

/** Payments that a gateway settled a refund of, told since a moment. A payment may be of any age. */
export const selectRefundedPayments = (sql: Sql, gateway: string, since: Date) => sql<
  { captureId: string }[]
>`
  select distinct gateway_payment_id as capture_id from settlement_line
  where gateway = ${gateway} and kind = 'refund' and read_at >= ${since} and gateway_payment_id is not null`

/** The part of a line that left the gateway, for the bank or as a fee. */
const left = (sql: Sql) => sql`
  case when line.kind = 'conversion' then 0 when line.is_held then line.fee + line.fee_tax else line.amount end`

type Period = { start: Date; end: Date }
export type LineCursor = { settledAt: Date; gateway: string; id: string }

export type LineRow = LineCursor & {
  kind: SettledLine['kind']
  isHeld: boolean
  amount: number
  fee: number
  feeTax: number
  currency: string
  settlementId: string
  bankReference: string | null
  gatewayPaymentId: string | null
  reference: string | null // our reference of the payment
  captured: number | null // by our books
  capturedCurrency: string | null
  invoice: string | null
}

type LinePage = Period & { after: LineCursor | null; max: number }

/** The next lines of a period by the day of their settlement, with the payments that they belong to. */
export const selectLines = (sql: Sql, { start, end, after, max }: LinePage) => sql<LineRow[]>`
  select line.settled_at, line.gateway, line.id, line.kind, line.is_held, line.amount, line.fee, line.fee_tax,
    line.currency, line.settlement_id, line.bank_reference, line.gateway_payment_id, payment.reference,
    capture.amount as captured, capture.currency as captured_currency, orders.invoice
  from settlement_line line
  left join capture on capture.gateway = line.gateway and capture.gateway_payment_id = line.gateway_payment_id
  left join payment on payment.id = capture.payment_id
  left join orders on orders.id = payment.order_id
  where line.settled_at >= ${start} and line.settled_at < ${end}
    ${after ? sql`and (line.settled_at, line.gateway, line.id) > (${after.settledAt}, ${after.gateway}, ${after.id})` : sql``}
  order by line.settled_at, line.gateway, line.id limit ${max}`

export type CaptureCursor = { capturedAt: Date; id: string }

export type CapturedRow = CaptureCursor & {
  gateway: string
  gatewayPaymentId: string
  amount: number
  currency: string
  reference: string
  invoice: string | null
  settled: number | null // in the currency of the settlement
  settledCurrency: string | null
  fee: number | null
  feeTax: number | null
  settlementId: string | null
  bankReference: string | null
  settledAt: Date | null
}

type CapturePage = Period & { after: CaptureCursor | null; max: number }

/** The next captured payments of a period, with their settlements. Only money that is in the books. */
export const selectCaptured = (sql: Sql, { start, end, after, max }: CapturePage) => sql<
  CapturedRow[]
>`
  select capture.captured_at, capture.id, capture.gateway, capture.gateway_payment_id, capture.amount,
    capture.currency, payment.reference, orders.invoice, line.amount as settled, line.currency as settled_currency, line.fee, line.fee_tax, line.settlement_id,
    line.bank_reference, line.settled_at
  from capture
  join payment on payment.id = capture.payment_id
  left join orders on orders.id = payment.order_id
  left join settlement_line line on line.gateway = capture.gateway
    and line.gateway_payment_id = capture.gateway_payment_id and line.kind = 'payment'
  where capture.captured_at >= ${start} and capture.captured_at < ${end} and capture.settled_as <> 'held'
    ${after ? sql`and (capture.captured_at, capture.id) > (${after.capturedAt}, ${after.id})` : sql``}
  order by capture.captured_at, capture.id limit ${max}`

export type GatewaySums = {
  gateway: string
  currency: string
  captured: number
  capturedCount: number
  unsettled: number // of what was captured in the period
  unsettledCount: number
  settled: number // before fees
  fee: number
  feeTax: number
  unmatchedCount: number // payments in settlements that differ from the books
}

/** Sums of each gateway in a period, in each currency. */
export const sumByGateway = (sql: Sql, { start, end }: Period) => sql<GatewaySums[]>`
  with captured as (
    select capture.gateway, capture.currency, count(*) as captured_count, sum(capture.amount) as captured,
      count(*) filter (where line.id is null) as unsettled_count,
      coalesce(sum(capture.amount) filter (where line.id is null), 0) as unsettled
    from capture
    left join settlement_line line on line.gateway = capture.gateway
      and line.gateway_payment_id = capture.gateway_payment_id and line.kind = 'payment'
    where captured_at >= ${start} and captured_at < ${end} and settled_as <> 'held'
    group by capture.gateway, capture.currency
  ), settled as (
    select line.gateway, line.currency, sum(${left(sql)}) as settled, sum(fee) as fee, sum(fee_tax) as fee_tax,
      count(*) filter (where kind = 'payment' and line.amount is distinct from capture.amount
        and coalesce(capture.currency, line.currency) = line.currency) as unmatched_count
    from settlement_line line
    left join capture on capture.gateway = line.gateway and capture.gateway_payment_id = line.gateway_payment_id
    where line.settled_at >= ${start} and line.settled_at < ${end}
    group by line.gateway, line.currency
  )
  select gateway, currency, coalesce(captured, 0)::bigint as captured, coalesce(captured_count, 0)::bigint as captured_count,
    coalesce(unsettled, 0)::bigint as unsettled, coalesce(unsettled_count, 0)::bigint as unsettled_count,
    coalesce(settled, 0)::bigint as settled, coalesce(fee, 0)::bigint as fee, coalesce(fee_tax, 0)::bigint as fee_tax,
    coalesce(unmatched_count, 0)::bigint as unmatched_count
  from captured full join settled using (gateway, currency) order by gateway, currency`

export type SettlementSum = {
  gateway: string
  settlementId: string
  bankReference: string | null
  settledAt: Date
  currency: string
  amount: number // what left the gateway
  foreign: number // the part that customers paid in another currency, and what was converted
  fee: number
  feeTax: number
}

/** Sums of each settlement of a period in each currency, the oldest first. */
export const sumSettlements = (sql: Sql, { start, end }: Period) => sql<SettlementSum[]>`
  select line.gateway, settlement_id, line.currency, min(line.bank_reference) as bank_reference,
    min(line.settled_at) as settled_at, sum(${left(sql)})::bigint as amount, sum(fee)::bigint as fee,
    sum(fee_tax)::bigint as fee_tax, coalesce(sum(line.amount) filter (
      where line.kind = 'conversion' or capture.currency <> line.currency and not line.is_held
    ), 0)::bigint as foreign
  from settlement_line line
  left join capture on capture.gateway = line.gateway and capture.gateway_payment_id = line.gateway_payment_id
  where line.settled_at >= ${start} and line.settled_at < ${end}
  group by line.gateway, settlement_id, line.currency
  order by settled_at, line.gateway, settlement_id, line.currency`

/** Gateways of ledger lines about payouts and disputes, by the lines' keys. */
export const selectGatewaysOf = (
  sql: Sql,
  { payouts, disputes }: Record<'payouts' | 'disputes', string[]>,
) => sql<{ id: string; gateway: string }[]>`
  select payout.id, payment.gateway from payout
    join capture on capture.id = payout.capture_id join payment on payment.id = capture.payment_id
    where payout.id = any(${payouts}::uuid[])
  union all
  select id, gateway from dispute where id = any(${disputes}::uuid[])`
