import type { Sql } from '#server/db/db.ts'

const AUDIT = 100_000
const COUPONS = 10_000

/** What else the back office lists: a session of each person, a question of every tenth, what administrators did, coupons. */
export async function fillOffice(sql: Sql): Promise<void> {
  await sql`
    insert into session (id, user_id, refresh_hash, user_agent, address, created_at, refreshed_at, expires_at)
    select gen_random_uuid(), id, '', 'Firefox', '::1', created_at, created_at, now() + interval '9 days' from users`
  await sql`
    insert into issue (id, user_id, type, message, status, created_at, updated_at)
    select gen_random_uuid(), id, 'other', 'Where is it?',
      case when phone like '%77' then 'unresolved' else 'resolved' end, created_at, created_at
    from users where phone like '%7'`
  await sql`
    insert into audit (id, user_id, action, subject, before, after, address, created_at)
    select gen_random_uuid(), (select min(id::text)::uuid from users), 'edit user', 'user ' || gen_random_uuid(), null, null,
      '::1', now() - nth * interval '5 minutes'
    from generate_series(1, ${AUDIT}::int) nth`
  await sql`
    insert into coupon (id, code, discount, price_min, is_active, is_global, created_at, updated_at)
    select gen_random_uuid(), 'COUPON' || nth, 5000, 0, true, true, now(), now()
    from generate_series(1, ${COUPONS}::int) nth`
}
