import Papa from 'papaparse'

export type CsvRow = { line: number; cells: string[] }
type Fault = { line: number; words: string }
export type Csv = { rows: CsvRow[] } | { fault: Fault }

const BOM = '\u{feff}'
const SEPARATORS = [',', ';', '\t']

const FAULTS: Record<string, string> = {
  MissingQuotes: 'A quotation mark is never closed',
  InvalidQuotes: 'There is text after a closing quotation mark',
}

/**
 * Parses rows as spreadsheets write them: cells quoted where needed, separated by commas, tabs or semicolons.
 * Semicolons occur where the comma marks decimals. Empty rows are left out. `line` is the line in the file where a row
 * begins, as an editor counts.
 */
export function readCsv(text: string): Csv {
  const plain = (text.startsWith(BOM) ? text.slice(1) : text).replaceAll(/\r\n?/g, '\n')
  const [start = '', said] = /^sep=(.)\n/.exec(plain) ?? [] // Excel's way to name the separator
  return readRows(plain.slice(start.length), {
    delimiter: said ?? guessSeparator(plain),
    firstLine: start ? 2 : 1,
  })
}

/** Papa Parse would guess from the cells of ten rows, and be wrong where they contain other separators. */
function guessSeparator(text: string): string {
  const [head = ''] = text.replaceAll(/"[^"]*"/g, '').split('\n', 1)
  const count = (one: string) => head.split(one).length
  return SEPARATORS.toSorted((one, other) => count(other) - count(one))[0]!
}

type Reading = { delimiter: string; firstLine: number }

function readRows(text: string, { delimiter, firstLine }: Reading): Csv {
  const rows: CsvRow[] = []
  const faults: Fault[] = []
  let line = firstLine
  let at = 0
  const countLines = (end: number) => text.slice(at, end).split('\n').length - 1
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step({ data, errors: [error], meta }, parser) {
      if (error) {
        faults.push({ line: line + countLines(error.index ?? at), words: FAULTS[error.code]! })
        return parser.abort()
      }
      const cells = data.map((cell) => cell.trim())
      if (cells.some((cell) => cell !== '')) rows.push({ line, cells })
      line += countLines(meta.cursor)
      at = meta.cursor
    },
  })
  return faults[0] ? { fault: faults[0] } : { rows }
}
