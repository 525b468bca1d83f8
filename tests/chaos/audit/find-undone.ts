import { findProblems } from '#server/catalogue/exchange-rate/problem.ts'
import { listDelivered } from '#tests/support/orders/deliveries.ts'
import type { Load } from '#tests/chaos/load/mixed-load.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'

/** Lists everything that was acknowledged before `by` and is not done yet. */
export async function findUndone(setup: ChaosSetup, load: Load, by: number): Promise<string[]> {
  const { sql } = setup
  const orders = load.orders.filter(({ at, kind }) => at <= by && kind !== 'wallet orders')
  const ids = orders.flatMap(({ id }) => id ?? [])
  const references = orders.flatMap(({ reference }) => reference ?? [])
  const open = await sql<{ id: string; status: string }[]>`
    select id, status from orders
    where status <> 'completed' and (id = any(${ids}::uuid[])
      or id in (select order_id from payment where reference = any(${references})))`
  const retried = await sql<{ name: string; lastError: string }[]>`
    select name, last_error from job
    where last_error is not null and created_at <= ${new Date(by)}::timestamptz`
  const problem = (await findProblems(sql, ['USD']))('USD')
  return [
    ...open.map(({ id, status }) => `order ${id}, ${status}`),
    ...retried.map(({ name, lastError }) => `job ${name} (${lastError})`),
    ...(problem ? [`the rate (${problem.problem})`] : []),
    ...(await findUnsent(setup, load, by)),
  ]
}

const arrived = new WeakMap<Load, Map<string, number>>()

/** The time each message arrived, as far as it was seen. */
export const arrivalsOf = (load: Load): Map<string, number> => arrived.getOrInsert(load, new Map())

/** Notes each message when it is seen, because the inbox keeps only the newest ten thousand. */
export async function findUnsent(
  { sandboxUrl }: ChaosSetup,
  load: Load,
  by: number,
): Promise<string[]> {
  const known = arrivalsOf(load)
  const missing: string[] = []
  for (const { to, at } of load.messages) {
    if (at > by || known.has(to)) continue
    const response = await fetch(`${sandboxUrl}/inbox?to=${encodeURIComponent(to)}`)
    const messages = (await response.json()) as { at: string }[]
    const [first] = messages.slice(-1)
    if (first) known.set(to, Date.parse(first.at))
    else missing.push(`the message to ${to}`)
  }
  return missing
}

/**
 * Every acknowledged order exists once, and no other does. Every completed order was delivered once by the supplier.
 */
export async function auditMixedShop(setup: ChaosSetup, { orders }: Load): Promise<string[]> {
  const { sql } = setup
  const ids = orders.flatMap(({ id }) => id ?? [])
  const [found] = await sql<[{ known: number; all: number; completed: number }]>`
    select (select count(*) from orders where id = any(${ids}::uuid[])) as known,
      (select count(*) from orders where not exists (select from payment where order_id = orders.id)) as all,
      (select count(*) from orders where status = 'completed') as completed`
  const delivered = (await listDelivered(setup)).map(({ reference }) => reference)
  const differing = await sql<{ id: string; status: string; times: number }[]>`
    select orders.id, orders.status, count(reference) as times
    from orders left join dispatch on order_id = orders.id and reference = any(${delivered})
    group by 1, 2 having count(reference) <> case orders.status when 'completed' then 1 else 0 end`
  const wrong: string[] = []
  if (new Set(ids).size !== ids.length) wrong.push('one order was acknowledged for two requests')
  if (found.known !== ids.length)
    wrong.push(`${ids.length - found.known} acknowledged orders are lost`)
  if (found.all !== ids.length) wrong.push(`${found.all} orders for ${ids.length} acknowledged`)
  if (found.completed !== delivered.length)
    wrong.push(
      `${found.completed} orders are completed, and the provider delivered ${delivered.length}`,
    )
  return [
    ...wrong,
    ...differing.map(
      ({ id, status, times }) => `order ${id} is ${status}, delivered ${times} times`,
    ),
  ]
}
