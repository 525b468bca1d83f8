import type { Sql } from '#server/platform/db/db.ts'
import { GATEWAY } from './fill-plan.ts'

type Size = { orders: number; people: number }

/** Writes the payments of UPI orders and everything else that the back office lists, in proportion to the shop. */
export async function fillAround(sql: Sql, { orders, people }: Size): Promise<void> {
  await sql`
    insert into payment (id, reference, user_id, purpose, order_id, gateway, amount, state, created_at, expires_at, ended_at)
    select bench_id('payment ' || id), 'P' || upper(substr(md5('payment ' || id), 1, 22)), user_id, 'order', id, ${GATEWAY}, amount,
      'paid', created_at, created_at + interval '17 minutes', created_at
    from orders where payment_method = 'upi'`
  await sql`
    insert into capture (id, payment_id, gateway, gateway_payment_id, amount, currency, bank_reference, captured_at, settled_as,
      settled_at)
    select bench_id('capture ' || id), bench_id('payment ' || id), ${GATEWAY}, 'pay_' || replace(id::text, '-', ''), amount,
      'INR', payment_reference, created_at, 'order', created_at
    from orders where payment_method = 'upi'`
  await sql`
    insert into payment_count (day, gateway, purpose, state, count)
    select shop_day(created_at), gateway, purpose, state, count(*) from payment group by 1, 2, 3, 4`
  await sql`
    insert into issue (id, user_id, type, message, status, created_at, updated_at)
    select gen_random_uuid(), id, 'other', 'Where is it?', case when number % 100 = 77 then 'unresolved' else 'resolved' end, at, at
    from bench_user cross join lateral (select now() - number * interval '20 seconds') asked (at)
    where number % 10 = 7`
  await sql`
    insert into audit (id, user_id, action, subject, before, after, address, created_at)
    select gen_random_uuid(), (select id from users where role = 'admin' limit 1), 'edit user', 'user ' || gen_random_uuid(),
      null, null, '::1', now() - nth * interval '1 minute'
    from generate_series(1, ${Math.ceil(orders / 100)}::int) nth`
  await sql`
    insert into coupon (id, code, discount, price_min, is_active, is_global, created_at, updated_at)
    select gen_random_uuid(), 'COUPON' || nth, 5000, 0, true, true, now(), now()
    from generate_series(1, ${Math.ceil(people / 100)}::int) nth`
}
