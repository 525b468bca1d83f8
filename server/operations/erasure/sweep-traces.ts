import type { Context } from '#server/context.ts'
import { readIdentity } from './erase-traces.ts'
import * as rows from './sql.ts'
import { eraseFromJson, eraseFromLines, isIn, tracesOf, type Traces } from './traces.ts'

/** Tables in which staff and software write about customers without a column for the customer. */
const TEXT_COLUMNS: rows.TextColumns[] = [
  { table: 'audit', texts: ['subject'], jsons: ['before', 'after'], blocks: 8 },
  { table: 'task', texts: ['title', 'note', 'words'], jsons: ['input', 'cursor'], blocks: 8 },
  { table: 'task_line', texts: ['subject', 'words'], jsons: [], blocks: 8 },
  { table: 'task_piece', texts: [], jsons: [], bytes: 'content', blocks: 1 },
  { table: 'gift_reason', texts: ['reason'], jsons: [], blocks: 8 },
  { table: 'order_gift', texts: ['email', 'message'], jsons: [], blocks: 8 },
  { table: 'adjustment', texts: ['reason', 'note', 'answer'], jsons: [], blocks: 8 },
  { table: 'account_recovery', texts: ['note', 'answer'], jsons: [], blocks: 8 },
  { table: 'dispute', texts: ['reason'], jsons: [], blocks: 8 },
  { table: 'dispute_answer', texts: ['words', 'refused'], jsons: [], blocks: 8 },
  { table: 'ban', texts: ['shown', 'note'], jsons: [], blocks: 8 },
  { table: 'alert', texts: ['words'], jsons: [], blocks: 8 },
  { table: 'difference', texts: ['note'], jsons: [], blocks: 8 },
  { table: 'announcement_mail', texts: ['failure'], jsons: [], blocks: 8 },
  { table: 'idempotency', texts: [], jsons: ['answer'], blocks: 8 },
  { table: 'job', texts: ['lastError'], jsons: [], blocks: 8 },
]

const PEOPLE_AT_ONCE = 50 // a longer expression could be too complex for PostgreSQL
const LOOKS = 2

/**
 * Runs daily and erases everyone whose account was deleted, all in one pass. Everyone is searched for twice, to catch
 * rows written during the deletion, such as an export. Then the shop forgets whom it searched for.
 */
export async function sweepTraces(ctx: Pick<Context, 'sql' | 'keys' | 'log'>): Promise<void> {
  const erasures = await rows.selectErasures(ctx.sql)
  if (erasures.length === 0) return
  const people = erasures.flatMap((row) => readIdentity(ctx, row) ?? [])
  if (people.length < erasures.length)
    ctx.log.error('entry of a person to erase cannot be opened with any known secret')
  if (people.length > 0) {
    await rows.deleteNotices(ctx.sql, people.map(({ email }) => email).filter(Boolean))
    for (let first = 0; first < people.length; first += PEOPLE_AT_ONCE) {
      const traces = people.slice(first, first + PEOPLE_AT_ONCE).map(tracesOf)
      for (const columns of TEXT_COLUMNS) await sweepColumns(ctx, columns, traces)
    }
  }
  await rows.countLook(
    ctx.sql,
    erasures.map(({ userId }) => userId),
  )
  await rows.deleteLooked(ctx.sql, LOOKS)
}

async function sweepColumns(
  { sql }: Pick<Context, 'sql'>,
  columns: rows.TextColumns,
  people: Traces[],
): Promise<void> {
  const sure = people.map((traces) => traces.sure).join('|')
  const end = await rows.countBlocks(sql, columns)
  for (let from = 0; from < end; from += columns.blocks)
    await sql.begin(async (tx) => {
      for (const found of await rows.lockNaming(tx, columns, { from, sure }))
        await rows.updateFound(
          tx,
          columns,
          found.ctid,
          eraseFrom(found, columns, people, (value) => tx.json(value)),
        )
    })
}

function eraseFrom(
  found: rows.FoundRow,
  { texts, jsons, bytes }: rows.TextColumns,
  people: Traces[],
  toJson: (value: unknown) => string,
): Record<string, unknown> {
  const row: Record<string, unknown> = Object.fromEntries(
    [...texts, ...jsons].map((name) => [name, found[name]]),
  )
  const text = JSON.stringify(row)
  for (const traces of people.filter(({ sure }) => isIn(text, sure)))
    for (const name of Object.keys(row)) row[name] = eraseFromJson(row[name], traces)
  const changed = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      jsons.includes(name) ? toJson(value) : value,
    ]),
  )
  if (!bytes) return changed
  const content = people.reduce(
    (left, traces) => eraseFromLines(left, traces),
    (found[bytes] as Buffer).toString(),
  )
  return { ...changed, [bytes]: Buffer.from(content) }
}
