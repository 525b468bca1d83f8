import assert from 'node:assert/strict'
import { MEANT_TO_READ } from '#tests/support/database/plans/judge-plan.ts'
import { openPlans, type Planned, type PlanNode } from '#tests/support/database/plans/plans.ts'
import type { TestShop } from './shop.ts'

type WatchedNode = {
  node: TestShop
  /** Returns the plans of every statement that this node has run since the last call. */
  takePlans(): Planned[]
}

/**
 * Starts another node and records its plans. Server-wide counters such as pg_stat_user_tables
 * also count what other nodes and background work read; plans belong to this node alone.
 */
export async function openWatchedNode(
  t: { after(close: () => Promise<void>): void },
  shop: TestShop,
): Promise<WatchedNode> {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const plans = await openPlans(stack, shop.databaseUrl)
  const node = await shop.openNode({ DATABASE_URL: plans.url })
  return { node, takePlans: plans.take }
}

/** Finds statements that read one of these tables from end to end, unless that is intended. */
export function findScans(planned: Planned[], tables: string[]): string[] {
  const names = new Set(planned.flatMap(({ plan }) => listNodes(plan).map(tableOf)))
  for (const table of tables) assert.ok(names.has(table), `nothing has read ${table}`)
  const found = planned
    .filter(({ text }) => !isMeant(text))
    .flatMap(({ text, plan }) =>
      listNodes(plan)
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .filter((node) => tables.includes(tableOf(node)))
        .map((node) => `reads all of ${tableOf(node)}: ${flat(text).slice(0, 400)}`),
    )
  return [...new Set(found)]
}

export const listNodes = (plan: PlanNode): PlanNode[] => [
  plan,
  ...(plan.Plans ?? []).flatMap(listNodes),
]

const tableOf = (node: PlanNode): string => node['Relation Name'] ?? ''

const flat = (text: string): string => text.replace(/\s+/g, ' ')

const isMeant = (text: string): boolean =>
  Object.keys(MEANT_TO_READ).some((part) => flat(text).includes(part))
