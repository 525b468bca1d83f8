import type { Sql } from '#server/platform/db/db.ts'
import { BEGINNING, hashSeal } from '#server/money/ledger/chain.ts'
import type { Sealed } from './fill-history.ts'
import type { Plan } from './fill-plan.ts'
import type { Tallies } from './fill-tallies.ts'

type Sums = { plan: Plan; seals: Sealed[]; tallies: Tallies[] }

/** Writes the daily counts that the shop's triggers would keep, the seals, and the next values of sequences. */
export async function keepSums(sql: Sql, { plan, seals, tallies }: Sums): Promise<void> {
  const orders = tallies.flatMap((one) =>
    [...one.orders].map(([key, count]) => {
      const [day, status, method] = key.split(' ')
      return { day: Number(day), status, method, count }
    }),
  )
  await sql`
    insert into order_count (day, status, payment_method, is_paid, count)
    select '1970-01-01'::date + day, status, method, true, sum(count)
    from jsonb_to_recordset(${sql.json(orders)}::jsonb) as one (day int, status text, method text, count bigint)
    group by 1, 2, 3 order by 1, 2, 3`
  const takings = tallies.flatMap((one) =>
    [...one.takings].map(([day, sums]) => ({ day, ...sums })),
  )
  await sql`
    insert into takings (day, revenue, profit, orders, uncosted)
    select '1970-01-01'::date + day, sum(revenue), sum(profit), sum(orders), 0
    from jsonb_to_recordset(${sql.json(takings)}::jsonb) as one (day int, revenue bigint, profit bigint, orders bigint)
    group by 1 order by 1`
  const postings = tallies.flatMap((one) =>
    [...one.postings].map(([day, count]) => ({ day, count })),
  )
  await sql`
    insert into posting_count (day, currency, count)
    select '1970-01-01'::date + day, 'INR', sum(count)
    from jsonb_to_recordset(${sql.json(postings)}::jsonb) as one (day int, count bigint) group by 1 order by 1`
  await sealAll(sql, seals)
  await sql`select setval('transfer_number', ${plan.firstTransfer + 3 * plan.orders - 1})`
  const packs = tallies.flatMap((one) => [...one.packs].map(([pack, count]) => ({ pack, count })))
  await sql`
    update item set purchase_count = sold.count
    from (
      select pack, sum(count)::int as count
      from jsonb_to_recordset(${sql.json(packs)}::jsonb) as one (pack uuid, count int) group by 1
    ) sold
    where item.id = sold.pack`
  await sql`delete from user_count`
  await sql`insert into user_count select count(*) from users where deleted_at is null`
}

async function sealAll(sql: Sql, seals: Sealed[]): Promise<void> {
  let hash = BEGINNING
  const rows = seals.map(({ createdAt, ...seal }, index) => {
    const fields = { ...seal, number: index + 1, createdAt: new Date(createdAt) }
    hash = hashSeal(hash, fields)
    return { ...fields, hash }
  })
  await sql`
    insert into seal (number, last, count, root, created_at, hash)
    select number, last, count, decode(root, 'hex'), "createdAt", decode(hash, 'hex')
    from jsonb_to_recordset(${sql.json(rows)}::jsonb)
      as one (number bigint, last bigint, count bigint, root text, "createdAt" timestamptz, hash text)`
}
