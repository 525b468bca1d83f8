import type { Sql, Tx } from './db.ts'

/** Balances of `users.id` in other currencies than rupees and dollars, for those in which money has ever moved. */
export const otherBalances = (sql: Sql | Tx) => sql`(
  select coalesce(json_agg(json_build_object(
    'currency', account.currency, 'balance', balance_of(users.id, account.currency)) order by account.currency), '[]')
  from account where account.user_id = users.id and account.currency not in ('INR', 'USD'))`
