import type { DifferenceKind, GatewayName } from '#contract/money/payments.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { byDate } from '#server/platform/db/lists.ts'

export type NewDifference = {
  gateway: GatewayName
  reference: string
  kind: DifferenceKind
  ours: number | null
  theirs: number | null
  currency: string
}

export type DifferenceRow = NewDifference & {
  id: string
  foundAt: Date
  settledAt: Date | null
  note: string
}

const columns = (sql: Sql | Tx) => sql`
  id, gateway, reference, kind, ours, theirs, currency, found_at, settled_at, note`

/** Stores a difference. A settled one reopens if it had healed by itself or its amounts have changed. */
export const upsertDifference = (
  tx: Tx,
  difference: NewDifference & { id: string; foundAt: Date },
) => tx`
  insert into difference ${tx.values({ ...difference })}
  on conflict (gateway, reference, kind) do update
  set ours = excluded.ours, theirs = excluded.theirs, currency = excluded.currency,
    found_at = case when difference.settled_at is null then difference.found_at else excluded.found_at end,
    settled_at = null, settled_by = null, note = ''
  where (difference.settled_at is not null and difference.settled_by is null)
    or (difference.ours, difference.theirs, difference.currency)
      is distinct from (excluded.ours, excluded.theirs, excluded.currency)`

type Filter = { gateway: GatewayName | undefined; isSettled: boolean | undefined }

const matches = (sql: Sql, { gateway, isSettled }: Filter) => sql`
  true ${gateway === undefined ? sql`` : sql`and gateway = ${gateway}`}
  ${isSettled === undefined ? sql`` : sql`and (settled_at is not null) = ${isSettled}`}`

export const selectDifferences = (
  sql: Sql,
  {
    limit,
    offset,
    sort,
    ...filter
  }: Filter & { limit: number; offset: number; sort: string | undefined },
) => sql<DifferenceRow[]>`
  select ${columns(sql)} from difference where ${matches(sql, filter)}
  order by found_at ${byDate(sql, sort)}, id ${byDate(sql, sort)} limit ${limit} offset ${offset}`

export async function countDifferences(sql: Sql, filter: Filter): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from difference where ${matches(sql, filter)}`
  return row.count
}

export async function lockDifference(tx: Tx, id: string): Promise<DifferenceRow | null> {
  const [row] = await tx<DifferenceRow[]>`
    select ${columns(tx)} from difference where id = ${id} for update`
  return row ?? null
}

type Settling = { id: string; settledBy: string; note: string; now: Date }

export async function settle(tx: Tx, { id, settledBy, note, now }: Settling) {
  const [row] = await tx<[DifferenceRow]>`
    update difference set settled_at = coalesce(settled_at, ${now}), settled_by = ${settledBy}, note = ${note}
    where id = ${id} returning ${columns(tx)}`
  return row
}

export type OpenDifference = Pick<DifferenceRow, 'id' | 'reference' | 'kind'>

export const selectOpenDifferences = (sql: Sql, gateway: GatewayName) => sql<OpenDifference[]>`
  select id, reference, kind from difference where gateway = ${gateway} and settled_at is null`

export const settleHealed = (
  sql: Sql,
  { ids, note, now }: { ids: string[]; note: string; now: Date },
) => sql`
  update difference set settled_at = ${now}, note = ${note}
  where id = any(${ids}::uuid[]) and settled_at is null`
