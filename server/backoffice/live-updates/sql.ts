import type { UpdateKind } from '#contract/backoffice/live-updates.ts'
import type { Sql } from '#server/platform/db/db.ts'

export type Marks = Record<UpdateKind, number>

/**
 * Reads a counter for each kind, which grows with every write. Ledger transfers have their own number, which is added
 * to the payments.
 */
export async function selectMarks(sql: Sql): Promise<Marks> {
  const [row] = await sql<[Marks]>`
    select (select last_value + is_called::int from updates_of_orders) as orders,
      (select last_value + is_called::int from updates_of_deliveries) as deliveries,
      (select last_value + is_called::int from updates_of_payments)
        + (select last_value from transfer_number) as payments,
      (select last_value + is_called::int from updates_of_issues) as issues,
      (select last_value + is_called::int from updates_of_alerts) as alerts,
      (select last_value + is_called::int from updates_of_tasks) as tasks`
  return row
}
