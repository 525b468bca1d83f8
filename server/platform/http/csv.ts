type Cell = string | number | null

/** The byte order mark, by which spreadsheets recognise UTF-8. */
export const CSV_START = '\u{feff}'

/** Writes a row for spreadsheets. A quote in front of text that looks like a formula keeps it from being run. */
export const toCsvRow = (cells: readonly Cell[]): string => `${cells.map(toCell).join(',')}\r\n`

function toCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number' || isDecimal(cell)) return String(cell)
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Recognises amounts. A negative one starts like a formula but must stay a number. */
const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)
