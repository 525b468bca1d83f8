import type { GatewayName } from '#contract/money/gateways.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Attempt } from './find-trouble.ts'

const ATTEMPTS_MAX = 1_000

/** The newest payments, up to a limit that is enough to tell how gateways are doing. */
export const selectAttempts = (sql: Sql | Tx, since: Date) => sql<
  (Attempt & { gateway: GatewayName })[]
>`
  select gateway, user_id, state, page is not null as has_page, created_at from payment
  where created_at >= ${since} order by created_at desc, id desc limit ${ATTEMPTS_MAX}`

/** Gateways that did not open a page for this customer lately. */
export const selectUnopened = (sql: Sql | Tx, userId: string, since: Date) => sql<
  { gateway: GatewayName }[]
>`
  select distinct gateway from payment
  where user_id = ${userId} and created_at >= ${since} and state = 'failed' and page is null`
