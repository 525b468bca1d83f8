import { GROWING } from './growing-tables.ts'
import type { PlanNode, Planned } from './plans.ts'

/** Most rows that a call may look at. The tables have many times as many. */
const ROWS_MAX = 1_200
/** Most rows in an index that may be read from end to end. Such an index holds only open work. */
const WHOLE_MAX = 100
/** Partial indexes of few rows. A plan may read them whole, even one whose rows are never counted because it ended before. */
const FEW = new Set(['users_admin'])

const growing = new Set<string>(GROWING)

/** Finds growing tables that a plan reads as a whole, or too much of. */
export function judgePlan({ plan }: Planned, tableOf: (index: string) => string): string[] {
  return judgeNode(plan, { tableOf, isLimited: false, isDeleting: false, leafed: 0 })
}

type Above = {
  tableOf: (index: string) => string
  isLimited: boolean
  isDeleting: boolean
  /** Rows that came to a limit, with those that its offset skipped. A late page of a list costs that much. */
  leafed: number
}

/** Plan nodes that read all their input before they return the first row. */
const GREEDY = /^(Sort|Aggregate|Hash|Materialize|ModifyTable|BitmapOr|BitmapAnd|SetOp)$/

function judgeNode(node: PlanNode, above: Above): string[] {
  const kind = node['Node Type']
  const index = node['Index Name']
  const table = node['Relation Name'] ?? (index ? above.tableOf(index) : '')
  const isLimited = (above.isLimited || kind === 'Limit') && !GREEDY.test(kind)
  const isDeleting = above.isDeleting || node.Operation === 'Delete'
  const leafed = isLimited ? Math.max(above.leafed, leafedBy(node)) : 0
  const own = growing.has(table) ? judgeScan(node, { table, isLimited, isDeleting, leafed }) : null
  const below = (node.Plans ?? []).flatMap((one) =>
    judgeNode(one, { ...above, isLimited, isDeleting, leafed }),
  )
  return own ? [own, ...below] : below
}

function leafedBy({ 'Node Type': kind, Plans: [input] = [] }: PlanNode): number {
  return kind === 'Limit' && input ? (input['Actual Rows'] ?? 0) * (input['Actual Loops'] ?? 1) : 0
}

type NodePosition = Omit<Above, 'tableOf'> & { table: string }

function judgeScan(
  node: PlanNode,
  { table, isLimited, isDeleting, leafed }: NodePosition,
): string | null {
  const kind = node['Node Type']
  if (kind === 'Seq Scan') return `reads all of ${table}`
  if (!/^(Index Scan|Index Only Scan|Bitmap Index Scan|Bitmap Heap Scan|Tid)/.test(kind))
    return null
  const index = node['Index Name']
  const isWhole = index && !FEW.has(index) && !node['Index Cond']
  const rows = rowsOf(node)
  const isSmall = rows <= WHOLE_MAX && node['Actual Loops'] !== 0
  if (isWhole && !isLimited && !isSmall) return `goes through all of ${table} by ${index}`
  // Deletions read each row only once, so their number doesn't matter.
  const isTakenAway = isDeleting && !isWhole
  return rows > ROWS_MAX + leafed && !isTakenAway
    ? `looks at ${rows} rows of ${table} by ${index ?? kind}`
    : null
}

/** Counts all rows that were read, including those that a filter removed. */
const rowsOf = (node: PlanNode): number =>
  Math.round(
    ((node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) *
      (node['Actual Loops'] ?? 1),
  )

/** Statements that read many rows on purpose, by a unique part of their text, each with the reason. */
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
}
