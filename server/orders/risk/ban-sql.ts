import type { BanKind } from '#contract/orders/risk.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type NewBan = {
  id: string
  kind: BanKind
  value: string // the kind and a hash
  shown: string
  note: string
  createdBy: string
  createdAt: Date
}

/** Returns false if it is banned already. */
export async function insertBan(tx: Tx, ban: NewBan): Promise<boolean> {
  const { count } = await tx`insert into ban ${tx.values(ban)} on conflict (value) do nothing`
  return count > 0
}

export async function hasBans(sql: Sql | Tx): Promise<boolean> {
  const rows = await sql`select from ban limit 1`
  return rows.length > 0
}

export type BanRow = Omit<NewBan, 'value' | 'createdBy'> & { by: string }

const columns = (sql: Sql | Tx) => sql`
  select ban.id, kind, shown, note, ban.created_at, full_name as by
  from ban join users on users.id = created_by`

type Filter = { kind?: BanKind; search: string }
type List = Filter & { isOldestFirst: boolean; limit: number; offset: number }

const matches = (sql: Sql, { kind, search }: Filter) => sql`
  where ${kind ? sql`kind = ${kind}` : sql`true`}
    ${search ? sql`and strpos(lower(shown || ' ' || note), ${search.toLowerCase()}) > 0` : sql``}`

export const selectBans = (sql: Sql, { isOldestFirst, limit, offset, ...filter }: List) => sql<
  BanRow[]
>`
  ${columns(sql)} ${matches(sql, filter)}
  order by ${isOldestFirst ? sql`ban.created_at, ban.id` : sql`ban.created_at desc, ban.id desc`}
  limit ${limit} offset ${offset}`

export async function countBans(sql: Sql, filter: Filter): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(*) from ban ${matches(sql, filter)}`
  return row.count
}

export async function selectBan(sql: Sql | Tx, id: string): Promise<BanRow> {
  const [row] = await sql<[BanRow]>`${columns(sql)} where ban.id = ${id}`
  return row
}

export async function deleteBan(tx: Tx, id: string): Promise<BanRow | null> {
  const [row] = await tx<BanRow[]>`
    with gone as (delete from ban where id = ${id} returning *)
    select gone.id, kind, shown, note, gone.created_at, full_name as by
    from gone join users on users.id = created_by`
  return row ?? null
}

export async function makeKey(tx: Tx, kind: BanKind, plain: string): Promise<string> {
  const [row] = await tx<[{ key: string }]>`select risk_key(${kind}, ${plain}) as key`
  return row.key
}

/** Everything that an order gives to ban, in an order that keeps two of these from waiting for each other. */
export const selectBannable = (tx: Tx, orderId: string) => tx<
  { kind: BanKind; value: string; shown: string }[]
>`
  with one as (
    select orders.*, users.email, users.phone, game.name as game
    from orders join users on users.id = user_id join game on game.id = game_id
    where orders.id = ${orderId}
  )
  select 'email' as kind, risk_key('email', email) as value, email as shown from one where email <> ''
  union all
  select 'phone', risk_key('phone', phone), phone from one where phone is not null
  union all
  select 'address', risk_key('address', buyer_network), buyer_network from one where buyer_network is not null
  union all
  select 'player', risk_key('player', game_id || ' ' || player_id), player_id || ' in ' || game from one
  union all
  select distinct split_part(payer, ' ', 1), payer, payer_shown
  from one join payment on payment.order_id = one.id join capture on payment_id = payment.id
  where payer <> ''
  order by value`
