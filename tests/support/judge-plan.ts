import { GROWING } from './growing-tables.ts'
import type { PlanNode, Planned } from './plans.ts'

/** More rows than any call has to look at, of tables that have many times as many. */
const ROWS_MAX = 1_200
/** Of an index that is gone through from end to end: it has only what is open. */
const WHOLE_MAX = 100

const growing = new Set<string>(GROWING)

/** What a plan reads that it should not: a growing table as a whole, or so much of one that it might as well. */
export function judgePlan({ plan }: Planned, tableOf: (index: string) => string): string[] {
  return judgeNode(plan, { tableOf, isLimited: false, isDeleting: false })
}

type Above = { tableOf: (index: string) => string; isLimited: boolean; isDeleting: boolean }

/** Nodes that take all that comes from below before they give the first row. */
const GREEDY = /^(Sort|Aggregate|Hash|Materialize|ModifyTable|BitmapOr|BitmapAnd|SetOp)$/

function judgeNode(node: PlanNode, above: Above): string[] {
  const kind = node['Node Type']
  const index = node['Index Name']
  const table = node['Relation Name'] ?? (index ? above.tableOf(index) : '')
  const isLimited = (above.isLimited || kind === 'Limit') && !GREEDY.test(kind)
  const isDeleting = above.isDeleting || node.Operation === 'Delete'
  const own = growing.has(table) ? judgeScan(node, { table, isLimited, isDeleting }) : null
  const below = (node.Plans ?? []).flatMap((one) =>
    judgeNode(one, { ...above, isLimited, isDeleting }),
  )
  return own ? [own, ...below] : below
}

type Where = Omit<Above, 'tableOf'> & { table: string }

function judgeScan(node: PlanNode, { table, isLimited, isDeleting }: Where): string | null {
  const kind = node['Node Type']
  if (kind === 'Seq Scan') return `reads all of ${table}`
  if (!/^(Index Scan|Index Only Scan|Bitmap Index Scan|Bitmap Heap Scan|Tid)/.test(kind))
    return null
  const isWhole = node['Index Name'] && !node['Index Cond']
  const rows = rowsOf(node)
  const isSmall = rows <= WHOLE_MAX && node['Actual Loops'] !== 0
  if (isWhole && !isLimited && !isSmall)
    return `goes through all of ${table} by ${node['Index Name']}`
  // What has to go is looked at once, however much it is.
  const isTakenAway = isDeleting && !isWhole
  return rows > ROWS_MAX && !isTakenAway
    ? `looks at ${rows} rows of ${table} by ${node['Index Name'] ?? kind}`
    : null
}

/** Also those that were looked at in vain. */
const rowsOf = (node: PlanNode): number =>
  Math.round(
    ((node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) *
      (node['Actual Loops'] ?? 1),
  )

/** Statements that read much because they are meant to, by a part of them that no other has, and why. */
export const MEANT_TO_READ: Record<string, string> = {
  'count(*) from coupon_user where coupon_id = coupon.id and is_allowed':
    'coupons are made by hand; each is counted once as far as somebody leafs',
  'select count(*) from issue where': 'what is written to people is no more than people can read',
  'select issue.id from issue where': 'the same, as far as somebody leafs',
  'select id from users where deleted_at is null and email ilike':
    'fewer than three letters have no trigram; it ends at a limit',
  '(email ilike $1 or full_name ilike $2)': 'fewer than three letters have no trigram',
  'order by created_at desc, transfer desc, account_id desc':
    'a piece of a file that holds all of the list',
  'as reached_count': 'a group of all customers is counted before it is written to',
  'with next as materialized ( select * from users':
    'a group of all customers is written to, so many at a time',
}
