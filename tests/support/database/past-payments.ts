import type { Sql } from '#server/platform/db/db.ts'
import { UPI_GATEWAYS } from '#tests/support/money/connectors.ts'

type PastPaymentsInput = { count: number; days: number; users: string[] }

/** Makes many payments of all kinds, spread over months. Most have been captured and settled. */
export async function makeManyPayments(
  sql: Sql,
  { count, days, users }: PastPaymentsInput,
): Promise<void> {
  await sql`
    insert into payment (id, reference, user_id, purpose, order_id, gateway, amount, state, created_at, expires_at, ended_at)
    select gen_random_uuid(), 'P' || lpad(upper(to_hex(nth * 7919)), 22, 'A'), (${users}::uuid[])[1 + nth % ${users.length}],
      case when nth % 5 = 0 then 'top-up' else 'order' end, case when nth % 5 > 0 then gen_random_uuid() end,
      (${UPI_GATEWAYS}::text[])[1 + (nth / 7) % 6], 100 * (1 + nth % 900), state, at, at + interval '17 minutes',
      case when state <> 'open' then at end
    from generate_series(1, ${count}) nth
    cross join lateral (
      select case nth % 40 when 0 then 'open' when 13 then 'failed' when 26 then 'failed' else 'paid' end as state,
        now() - nth * make_interval(days => ${days}) / ${count} as at
    ) drawn`
  await sql`
    insert into capture (id, payment_id, gateway, gateway_payment_id, amount, currency, bank_reference, captured_at,
      settled_as, settled_at)
    select gen_random_uuid(), id, gateway, 'pay_' || substr(reference, 10), amount, 'INR',
      substr(translate(reference, 'ABCDEFP', '1234567'), 12), created_at, purpose, created_at
    from payment where state = 'paid'`
}
