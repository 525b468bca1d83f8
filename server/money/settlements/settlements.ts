import type { Sql } from '#server/platform/db/db.ts'
import {
  selectCaptured,
  selectGatewaysOf,
  selectLines,
  type CaptureCursor,
  type CapturedRow,
  type LineCursor,
  type LineRow,
} from './sql.ts'

export { selectRefundedPayments, sumByGateway, sumSettlements, type SettlementSum } from './sql.ts'
export type { CapturedRow, LineRow }

type Period = { start: Date; end: Date }

const PAGE = 1_000

/** Reads the lines that gateways settled in a period, page by page. */
export async function* readLines(sql: Sql, period: Period): AsyncGenerator<LineRow[]> {
  for (let after: LineCursor | null = null; ;) {
    const rows: LineRow[] = await selectLines(sql, { ...period, after, max: PAGE })
    yield rows
    after = rows.at(-1) ?? null
    if (rows.length < PAGE) return
  }
}

/** Reads the payments that were captured in a period, with their settlements, page by page. */
export async function* readCaptured(sql: Sql, period: Period): AsyncGenerator<CapturedRow[]> {
  for (let after: CaptureCursor | null = null; ;) {
    const rows: CapturedRow[] = await selectCaptured(sql, { ...period, after, max: PAGE })
    yield rows
    after = rows.at(-1) ?? null
    if (rows.length < PAGE) return
  }
}

const OF_PAYMENT = /^payment:([a-z][a-z0-9-]*):/
const OF_PAYOUT = /^payout-done:(.+)$/
const OF_DISPUTE = /^dispute:([^:]+):/

/** Finds the gateway of each ledger line that has one, by the line's key. */
export async function findGateways(sql: Sql, keys: string[]): Promise<Map<string, string>> {
  const idsOf = (pattern: RegExp) => keys.flatMap((key) => pattern.exec(key)?.[1] ?? [])
  const [payouts, disputes] = [idsOf(OF_PAYOUT), idsOf(OF_DISPUTE)]
  const isNone = payouts.length + disputes.length === 0
  const rows = isNone ? [] : await selectGatewaysOf(sql, { payouts, disputes })
  const byId = new Map(rows.map(({ id, gateway }) => [id, gateway]))
  return new Map(
    keys.flatMap((key) => {
      const id = OF_PAYOUT.exec(key)?.[1] ?? OF_DISPUTE.exec(key)?.[1] ?? ''
      const gateway = OF_PAYMENT.exec(key)?.[1] ?? byId.get(id)
      return gateway ? [[key, gateway] as const] : []
    }),
  )
}
