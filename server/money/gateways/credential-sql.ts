import type { GatewayName } from '#contract/money/payments.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { SealedRow as SealedLike } from '#server/platform/sealing.ts'

export type SealedRow = { gateway: GatewayName; sealed: Buffer; updatedAt: Date }

export const selectCredentials = (sql: Sql | Tx) => sql<Pick<SealedRow, 'gateway' | 'sealed'>[]>`
  select gateway, sealed from gateway_credential`

/** Makes concurrent changes run one after the other, because each reads the credentials before it writes them. */
export const lockCredentials = (tx: Tx) =>
  tx`lock table gateway_credential in share row exclusive mode`

export async function upsertCredentials(tx: Tx, row: SealedRow): Promise<void> {
  await tx`
    insert into gateway_credential ${tx.values(row)}
    on conflict (gateway) do update set sealed = excluded.sealed, updated_at = excluded.updated_at`
}

export async function deleteCredentials(tx: Tx, gateway: GatewayName): Promise<void> {
  await tx`delete from gateway_credential where gateway = ${gateway}`
}

export const listSealed = (sql: Sql, after: string | null, count: number) => sql<SealedLike[]>`
  select gateway as id, gateway as whose, sealed from gateway_credential
  where gateway > ${after ?? ''} order by gateway limit ${count}`

export const replaceSealed = (sql: Sql, { id, sealed }: SealedLike, anew: Buffer) => sql`
  update gateway_credential set sealed = ${anew} where gateway = ${id} and sealed = ${sealed}`

/** Time of the last signed event from each gateway. */
export const selectLastGatewayEvents = (sql: Sql | Tx, gateways: readonly GatewayName[]) => sql<
  { gateway: GatewayName; receivedAt: Date }[]
>`
  select gateway, last.received_at
  from unnest(${gateways}::text[]) as gateway
  cross join lateral (
    select received_at from gateway_event where gateway_event.gateway = gateway.gateway
    order by received_at desc limit 1
  ) last`
