export type CsvRow = { line: number; cells: string[] }
export type Csv = { rows: CsvRow[] } | { fault: { line: number; words: string } }

const BOM = '\u{feff}'
const SEPARATORS = [',', ';', '\t']

/**
 * Parses rows as spreadsheets write them: cells quoted where needed, separated by commas, tabs or semicolons.
 * Semicolons occur where the comma marks decimals. Empty rows are left out. `line` is the line in the file where a row
 * begins, as an editor counts.
 */
export function readCsv(text: string): Csv {
  const plain = (text.startsWith(BOM) ? text.slice(1) : text).replaceAll(/\r\n?/g, '\n')
  const [, said] = /^sep=(.)\n/.exec(plain) ?? [] // Excel's way to name the separator
  const body = said ? plain.slice('sep=;\n'.length) : plain
  return readRows(body, { separator: said ?? guessSeparator(body), firstLine: said ? 2 : 1 })
}

/** Picks the separator that is most frequent in the first line. */
function guessSeparator(text: string): string {
  const head = text
    .slice(0, (text.indexOf('\n') + 1 || text.length + 1) - 1)
    .replaceAll(/"[^"]*"/g, '')
  const count = (one: string) => head.split(one).length
  return SEPARATORS.toSorted((one, other) => count(other) - count(one))[0]!
}

type Reading = { separator: string; firstLine: number }

function readRows(text: string, { separator, firstLine }: Reading): Csv {
  const rows: CsvRow[] = []
  let line = firstLine
  let row: CsvRow = { line, cells: [] }
  let at = 0
  while (at < text.length) {
    const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, separator)
    if (cell === null) return { fault: { line, words: 'A quotation mark is never closed' } }
    row.cells.push(cell.text.trim())
    line += cell.text.split('\n').length - 1
    const next = text[cell.end]
    if (next === separator) {
      at = cell.end + 1
      if (at === text.length) row.cells.push('')
    } else if (next === '\n' || next === undefined) {
      keep(rows, row)
      line += 1
      row = { line, cells: [] }
      at = cell.end + 1
    } else return { fault: { line, words: 'There is text after a closing quotation mark' } }
  }
  keep(rows, row)
  return { rows }
}

function keep(rows: CsvRow[], row: CsvRow): void {
  if (row.cells.some((cell) => cell !== '')) rows.push(row)
}

type Cell = { text: string; end: number }

function readPlain(text: string, from: number, separator: string): Cell {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end++
  return { text: text.slice(from, end), end }
}

/** Reads a doubled quotation mark as one. */
function readQuoted(text: string, from: number): Cell | null {
  let cell = ''
  for (let at = from + 1; ;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return null
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { text: cell, end: quote + 1 }
    cell += '"'
    at = quote + 2
  }
}
