import type { Webhook } from '#contract/resellers/webhooks.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { SealedRow } from '#server/platform/sealing.ts'

export type EndpointRow = {
  id: string
  userId: string
  name: string
  url: string
  isTest: boolean
  types: Webhook['events']
  isEnabled: boolean
  disabledFor: Webhook['disabledFor']
  sealed: Buffer
  oldSealed: Buffer | null
  oldUntil: Date | null
  failures: number
  failingSince: Date | null
  warnedAt: Date | null
  succeededAt: Date | null
  createdAt: Date
}

const columns = (sql: Sql | Tx) => sql`
  id, user_id, name, url, is_test, types, is_enabled, disabled_for, sealed, old_sealed, old_until, failures,
  failing_since, warned_at, succeeded_at, created_at`

type NewEndpoint = Pick<
  EndpointRow,
  'id' | 'userId' | 'name' | 'url' | 'isTest' | 'types' | 'sealed' | 'createdAt'
>

export async function insertEndpoint(tx: Tx, endpoint: NewEndpoint): Promise<EndpointRow> {
  const row = { ...endpoint, updatedAt: endpoint.createdAt }
  const [added] = await tx<[EndpointRow]>`
    insert into webhook_endpoint ${tx.values(row)} returning ${columns(tx)}`
  return added
}

export const selectEndpointsOf = (sql: Sql | Tx, userId: string) => sql<EndpointRow[]>`
  select ${columns(sql)} from webhook_endpoint where user_id = ${userId} order by created_at, id`

export async function selectEndpoint(sql: Sql, id: string): Promise<EndpointRow | null> {
  const [row] = await sql<EndpointRow[]>`
    select ${columns(sql)} from webhook_endpoint where id = ${id}`
  return row ?? null
}

/** Locks the endpoint. Required before changing it or its deliveries. */
export async function lockEndpoint(tx: Tx, id: string): Promise<EndpointRow | null> {
  const [row] = await tx<EndpointRow[]>`
    select ${columns(tx)} from webhook_endpoint where id = ${id} for no key update`
  return row ?? null
}

type Change = Partial<Omit<EndpointRow, 'id' | 'userId' | 'createdAt'>> & {
  restUntil?: Date | null
  updatedAt?: Date
}

export const updateEndpoint = (tx: Tx, id: string, change: Change) => tx`
  update webhook_endpoint set ${tx.set(change)} where id = ${id}`

/** Deletes the endpoint together with its deliveries. */
export const deleteEndpoint = (tx: Tx, id: string) => tx`
  delete from webhook_endpoint where id = ${id}`

export const deleteEndpointsOf = (tx: Tx, userId: string) => tx`
  delete from webhook_endpoint where user_id = ${userId}`

type Secret = Omit<SealedRow, 'whose'>

export const listSealed = (sql: Sql, after: string | null, count: number) => sql<Secret[]>`
  select id, sealed from webhook_endpoint
  where ${after}::uuid is null or id > ${after} order by id limit ${count}`

export const replaceSealed = (sql: Sql, { id, sealed }: SealedRow, anew: Buffer) => sql`
  update webhook_endpoint set sealed = ${anew} where id = ${id} and sealed = ${sealed}`

export const listOldSealed = (sql: Sql, after: string | null, count: number) => sql<Secret[]>`
  select id, old_sealed as sealed from webhook_endpoint
  where old_sealed is not null and (${after}::uuid is null or id > ${after}) order by id limit ${count}`

export const replaceOldSealed = (sql: Sql, { id, sealed }: SealedRow, anew: Buffer) => sql`
  update webhook_endpoint set old_sealed = ${anew} where id = ${id} and old_sealed = ${sealed}`
