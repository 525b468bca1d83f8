import type { GatewayName } from '#contract/money/gateways.ts'
import type { Sql } from '#server/platform/db/db.ts'

/** Names of all gateways that payments were begun at. Jumps through the index from name to name. */
export async function selectNames(sql: Sql): Promise<GatewayName[]> {
  const rows = await sql<{ gateway: GatewayName }[]>`
    with recursive name as (
      (select gateway from payment order by gateway limit 1)
      union all
      select next.gateway from name cross join lateral (
        select gateway from payment where payment.gateway > name.gateway order by gateway limit 1
      ) next
    )
    select gateway from name`
  return rows.map(({ gateway }) => gateway)
}
