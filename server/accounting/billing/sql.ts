import type { Billing } from '#contract/accounting/billing.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export async function selectBilling(sql: Sql | Tx, userId: string): Promise<Billing | null> {
  const [row] = await sql<{ value: Billing }[]>`
    select value from billing where user_id = ${userId} order by since desc limit 1`
  return row?.value ?? null
}

type PastBilling = { userId: string; since: Date; value: Billing }

export const selectPastBilling = (sql: Sql | Tx, userIds: string[]) => sql<PastBilling[]>`
  select user_id, since, value from billing where user_id = any(${userIds}::uuid[]) order by since`

type NewBilling = { userId: string; value: Billing; now: Date }

export const insertBilling = (tx: Tx, { userId, value, now }: NewBilling) => tx`
  insert into billing (user_id, since, value) values (${userId}, ${now}, ${tx.json(value)})
  on conflict (user_id, since) do update set value = excluded.value`

export const deleteBilling = (sql: Sql, userId: string) => sql`
  delete from billing where user_id = ${userId}`
