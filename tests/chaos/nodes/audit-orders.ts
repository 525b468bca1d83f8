import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { sealLedger } from '#server/money/ledger/seal.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { listDelivered } from '#tests/support/orders/deliveries.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'

type Deps = { sql: Sql; sandboxUrl: string }

/**
 * Waits until everything is delivered, then compares the database and the supplier's books with the acknowledged
 * orders.
 */
export async function auditOrders(
  { sql, sandboxUrl }: Deps,
  acknowledged: { id: string; key: string }[],
): Promise<string[]> {
  const wrong: string[] = []
  await untilSo(async () => {
    const [row] = await sql<[{ open: number }]>`
      select count(*)::int as open from orders where ended_at is null`
    return row.open === 0
  }).catch(() => wrong.push('Orders were not delivered in two minutes'))
  const found = await sql<{ id: string; status: string; key: string | null }[]>`
    select orders.id, status, key from orders
    left join idempotency on answer ->> '_id' = orders.id::text`
  const byId = new Map(found.map((row) => [row.id, row]))
  for (const { id, key } of acknowledged) {
    const row = byId.get(id)
    if (!row) wrong.push(`${id} was acknowledged but is missing`)
    else if (row.key !== key) wrong.push(`${id} exists under another key`)
    else if (row.status !== 'completed') wrong.push(`${id} is ${row.status}`)
  }
  if (found.length !== acknowledged.length)
    wrong.push(`${found.length} orders for ${acknowledged.length} acknowledged`)
  const delivered = await listDelivered({ sandboxUrl })
  if (delivered.length !== found.length)
    wrong.push(`${delivered.length} packs delivered for ${found.length} orders`)
  await sealLedger({ sql, now: () => new Date(), log: pino({ level: 'silent' }) })
  const { fault } = await verifyLedger(sql)
  return [...wrong, ...(fault ? [fault] : []), ...(await auditBooks(sql))]
}

const PATIENCE_MS = 120_000 // a job of a lost node waits until its lease expires

async function untilSo(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(100))
    if (await isSo().catch(() => false)) return
  throw new Error('The condition did not become true')
}
