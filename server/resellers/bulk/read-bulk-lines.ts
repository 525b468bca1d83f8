import { BULK_LINES_MAX } from '#contract/resellers/bulk.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readCsv, type CsvRow } from './read-csv.ts'

/** A line of a file, as it was written. */
export type BulkLine = {
  line: number
  productId: string
  playerId: string
  zoneId: string
  reference: string // empty if there is none
}

/** Accepted column names, in lower case and stripped to letters. */
const COLUMNS: Record<Exclude<keyof BulkLine, 'line'>, string[]> = {
  productId: ['productid', 'product', 'id'],
  playerId: ['playerid', 'player', 'userid', 'gameid'],
  zoneId: ['zoneid', 'zone', 'serverid', 'server'],
  reference: ['reference', 'ref', 'yourreference'],
}

/** Reads the lines of a file for checking one by one. Refuses a file that can't be split into lines and columns. */
export function readBulkLines(text: string): BulkLine[] {
  const csv = readCsv(text)
  if ('fault' in csv) throw unreadable(`Line ${csv.fault.line}: ${csv.fault.words}`)
  const [head, ...rows] = csv.rows
  if (!head) throw unreadable('This file is empty')
  const place = findColumns(head)
  if (rows.length === 0) throw unreadable('This file has no orders below the column names')
  if (rows.length > BULK_LINES_MAX)
    throw unreadable(
      `This file has ${rows.length.toLocaleString('en-IN')} orders. Please send at most ${BULK_LINES_MAX.toLocaleString('en-IN')} at once`,
    )
  return rows.map(({ line, cells }) => ({
    line,
    productId: (cells[place.productId] ?? '').toLowerCase(),
    playerId: cells[place.playerId] ?? '',
    zoneId: cells[place.zoneId] ?? '',
    reference: cells[place.reference] ?? '',
  }))
}

function findColumns({ line, cells }: CsvRow): Record<keyof typeof COLUMNS, number> {
  const names = cells.map((cell) => cell.toLowerCase().replaceAll(/[^a-z]/g, ''))
  const find = (column: keyof typeof COLUMNS) =>
    names.findIndex((name) => COLUMNS[column].includes(name))
  for (const column of ['productId', 'playerId'] as const)
    if (find(column) === -1)
      throw unreadable(
        `Line ${line}: the column ${column} is missing. The first line must name the columns: productId and playerId, and zoneId and reference if you need them`,
      )
  return {
    productId: find('productId'),
    playerId: find('playerId'),
    zoneId: find('zoneId'),
    reference: find('reference'),
  }
}

const unreadable = (message: string) =>
  new Refusal('BULK_FILE_UNREADABLE', { field: 'csv', message })
