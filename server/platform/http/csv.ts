type Cell = string | number | null

/** By it a spreadsheet knows that the text is UTF-8. */
export const CSV_START = '\u{feff}'

/** A row of a file that spreadsheets open. What only looks like a formula is kept from becoming one. */
export const toCsvRow = (cells: readonly Cell[]): string => `${cells.map(toCell).join(',')}\r\n`

function toCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number' || isDecimal(cell)) return String(cell)
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** As amounts are written, which may be below zero. */
const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)
