import type { PriceRule } from '#contract/catalogue/suppliers/prices.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type RuleRow = PriceRule & {
  gameId: string
  syncedAt: Date | null
  fault: string | null
}

const columns = (sql: Sql | Tx) => sql`
  game_id, kind, margin, reseller_margin, round_to, round_minus, change_max, synced_at, fault`

export const selectRules = (sql: Sql) => sql<RuleRow[]>`select ${columns(sql)} from price_rule`

export async function selectRule(sql: Sql, gameId: string): Promise<RuleRow | null> {
  const [row] = await sql<RuleRow[]>`
    select ${columns(sql)} from price_rule where game_id = ${gameId}`
  return row ?? null
}

/** Reads the rule with a share lock, so that it cannot change before the new prices are committed. */
export async function shareRule(tx: Tx, gameId: string): Promise<RuleRow | null> {
  const [row] = await tx<RuleRow[]>`
    select ${columns(tx)} from price_rule where game_id = ${gameId} for share`
  return row ?? null
}

/** Takes share locks on several rules in the order of `updateSynced`, before any pack is locked. */
export const shareRules = (tx: Tx, gameIds: string[]) => tx<RuleRow[]>`
  select ${columns(tx)} from price_rule where game_id = any(${gameIds})
  order by game_id for share`

export async function lockRule(tx: Tx, gameId: string): Promise<RuleRow | null> {
  const [row] = await tx<RuleRow[]>`
    select ${columns(tx)} from price_rule where game_id = ${gameId} for update`
  return row ?? null
}

export const upsertRule = (tx: Tx, gameId: string, rule: PriceRule, now: Date) => tx`
  insert into price_rule ${tx.values({ gameId, ...rule, updatedAt: now })}
  on conflict (game_id) do update set ${tx.set({ ...rule, updatedAt: now })}`

export const deleteRule = (tx: Tx, gameId: string) => tx`
  delete from price_rule where game_id = ${gameId}`

/** Writes even if the fault is unchanged, because `synced_at` shows that the check has run. */
export const updateSynced = (
  sql: Sql | Tx,
  synced: { gameId: string; fault: string | null }[],
  now: Date,
) => sql`
  with looked as (
    select * from unnest(
      ${synced.map(({ gameId }) => gameId)}::uuid[], ${synced.map(({ fault }) => fault)}::text[]
    ) as looked (id, fault)
  ),
  held as (
    select game_id from price_rule where game_id in (select id from looked)
    order by game_id for no key update
  )
  update price_rule set synced_at = ${now}, fault = looked.fault
  from looked join held on held.game_id = looked.id
  where price_rule.game_id = looked.id`

type DoubtRow = { itemId: string; cost: number }

export const selectDoubts = (sql: Sql | Tx, itemIds: string[]) => sql<DoubtRow[]>`
  select item_id, cost from pending_cost where item_id = any(${itemIds})`

export const upsertDoubt = (tx: Tx, doubt: DoubtRow) => tx`
  insert into pending_cost ${tx.values(doubt)}
  on conflict (item_id) do update set cost = excluded.cost`

export const deleteDoubt = (tx: Tx, itemId: string) => tx`
  delete from pending_cost where item_id = ${itemId}`
