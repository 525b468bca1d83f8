import type { SupplierName } from '#contract/catalogue/sources.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { RefusedFor } from '#connectors/suppliers/supplier.ts'

/** Reason why a dispatch won't be delivered: the supplier refused it, or the shop gave it up. */
export type Reason = RefusedFor | 'down' | 'not wanted'

export type DispatchRow = {
  id: string
  orderId: string
  leg: number
  attempt: number
  supplier: SupplierName
  game: string
  region: string
  productId: string
  playerId: string
  zoneId: string
  reference: string
  state: 'ready' | 'sent' | 'delivered' | 'refused'
  isPending: boolean
  isAgain: boolean
  supplierOrderId: string | null
  reason: Reason | null
  words: string
  tries: number
  firstSentAt: Date | null
  sentAt: Date | null
  lostAt: Date | null
  endedAt: Date | null
  chosen: string
  buyerAddress: string | null // read from its order, as is `via`
  via: string[] | null // null unless an API client ordered it
  price: number // of the whole pack, in paise, before any discount
}

const columns = (sql: Sql | Tx) => sql`
  id, order_id, leg, attempt, supplier, game, region, product_id, player_id, zone_id, reference, state, is_pending,
  is_again, supplier_order_id, reason, words, tries, first_sent_at, sent_at, lost_at, ended_at, chosen,
  (select buyer_address from orders where orders.id = dispatch.order_id) as buyer_address,
  (select via || reference from reseller_order where reseller_order.order_id = dispatch.order_id) as via,
  (select price_inr from orders where orders.id = dispatch.order_id) as price`

export type NewDispatch = Pick<
  DispatchRow,
  | 'id'
  | 'orderId'
  | 'leg'
  | 'attempt'
  | 'supplier'
  | 'game'
  | 'region'
  | 'productId'
  | 'playerId'
  | 'zoneId'
  | 'reference'
  | 'chosen'
> & { createdAt: Date }

export const insertDispatch = (tx: Tx, dispatch: NewDispatch) => tx`
  insert into dispatch ${tx.values({ ...dispatch, state: 'ready' })}`

export async function selectDispatch(sql: Sql | Tx, id: string): Promise<DispatchRow | null> {
  const [row] = await sql<DispatchRow[]>`select ${columns(sql)} from dispatch where id = ${id}`
  return row ?? null
}

/** Dispatches of the latest attempt. Earlier attempts no longer count. */
export const selectLegs = (sql: Sql | Tx, orderId: string) => sql<DispatchRow[]>`
  select ${columns(sql)} from dispatch
  where order_id = ${orderId}
    and attempt = (select max(attempt) from dispatch where order_id = ${orderId})
  order by leg`

export const selectDispatchesOf = (sql: Sql | Tx, orderIds: string[]) => sql<DispatchRow[]>`
  select ${columns(sql)} from dispatch where order_id = any(${orderIds}::uuid[])
  order by attempt, leg`

export const selectReferences = (sql: Sql, references: string[]) => sql`
  select from dispatch where reference = any(${references}) limit 1`

type CallbackIds = { supplier: string; reference: string | null; supplierOrderId: string | null }

/** Finds the dispatches that a callback names and whose outcome is still unknown. */
export const selectDispatchesNamed = (
  sql: Sql,
  { supplier, reference, supplierOrderId }: CallbackIds,
) => sql<{ id: string }[]>`
  select id from dispatch
  where supplier = ${supplier} and state = 'sent'
    and id in (
      select id from dispatch where reference = ${reference}
      union all
      select id from dispatch where supplier = ${supplier} and supplier_order_id = ${supplierOrderId})`

export type Change = Partial<
  Pick<
    DispatchRow,
    | 'state'
    | 'isPending'
    | 'isAgain'
    | 'supplierOrderId'
    | 'reason'
    | 'words'
    | 'tries'
    | 'firstSentAt'
    | 'sentAt'
    | 'lostAt'
    | 'endedAt'
  >
> & { traceAt?: Date | null; cost?: string | null; costCurrency?: string | null }

/** The caller has locked the dispatch's order. */
export const updateDispatch = (tx: Tx, id: string, change: Change) => tx`
  update dispatch set ${tx.set(change)} where id = ${id}`

type Due = Pick<DispatchRow, 'id'> & { sentAt: Date }

/** Locks the dispatches that are due to be asked about, and skips those that another node has locked. */
export const lockDueDispatches = (tx: Tx, now: Date, max: number) => tx<Due[]>`
  select id, sent_at from dispatch where trace_at <= ${now} order by trace_at limit ${max}
  for no key update skip locked`

export const updateTraced = (tx: Tx, traced: { id: string; traceAt: Date }[]) => tx`
  update dispatch set trace_at = next.trace_at
  from unnest(
    ${traced.map(({ id }) => id)}::uuid[], ${traced.map(({ traceAt }) => traceAt)}::timestamptz[]
  ) as next (id, trace_at)
  where dispatch.id = next.id`

/** Orders that have waited for a corrected player since `heldBefore` or longer. */
export const selectUncorrected = (sql: Sql, heldBefore: Date, max: number) => sql<{ id: string }[]>`
  select id from orders where held_for = 'player' and held_at <= ${heldBefore}
  order by held_at limit ${max}`
