import type { ClientBase, Connection } from 'pg'
import type { Compiled } from './tag.ts'

// Rows by the million, as the server stores them: COPY … TO STDOUT (FORMAT binary).

/** The fields of one row, read one after the other as what their columns are. */
export type RowReader = {
  /** NaN where there is none, and for what a number cannot hold exactly. */
  integer(): number
  text(): string | null
  /** Bytes, as hexadecimal text. */
  hex(): string | null
  flag(): boolean | null
  /** An invalid date for a moment that is not of whole milliseconds, or never comes. */
  moment(): Date
}

const NO_TIMEOUT_MS = 2 ** 31 - 1

/** Hands over each row as it comes, to be read at once: none waits in memory. */
export function copyOut(
  client: ClientBase,
  query: Compiled,
  take: (row: RowReader) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { open, reader } = createReader()
  const text = `copy (${writeOut(query)}) to stdout (format binary)`
  const copy = {
    query_timeout: NO_TIMEOUT_MS,
    callback: (error: Error | null) => (error ? reject(error) : resolve()),
    submit: (connection: Connection) => connection.query(text),
    handleCopyData({ chunk }: { chunk: Buffer }) {
      try {
        if (open(chunk)) take(reader)
      } catch (error) {
        reject(error) // what still comes is read past
      }
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => copy.callback(null),
    handleError: (error: Error) => copy.callback(error),
  }
  client.query(copy)
  return promise
}

/** A copy takes no parameters: whole numbers are written into its text, and nothing else is. */
const writeOut = ({ text, values }: Compiled): string =>
  text.replace(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1]
    if (!Number.isSafeInteger(value)) throw new Error('A copy takes whole numbers only')
    return String(value)
  })

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const EPOCH_MS = Date.UTC(2000, 0, 1)
const NONE = -1 // as the length of a field, and as the number of fields behind the last row

function createReader() {
  let row: Buffer = Buffer.alloc(0)
  let at = 0
  let isBegun = false

  /** A message is a row; the first has a header before it. */
  function open(chunk: Buffer): boolean {
    row = chunk
    at = 0
    if (!isBegun) {
      if (!row.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('Not a binary copy')
      const extension = SIGNATURE.length + 4
      at = extension + 4 + row.readInt32BE(extension)
      isBegun = true
    }
    at += 2
    return row.readInt16BE(at - 2) !== NONE
  }

  function next<Value>(read: (start: number, end: number) => Value): Value | null {
    const length = row.readInt32BE(at)
    at += 4
    if (length === NONE) return null
    at += length
    return read(at - length, at)
  }

  const readInteger = (start: number) => {
    const value = row.readInt32BE(start) * 2 ** 32 + row.readUInt32BE(start + 4)
    return Number.isSafeInteger(value) ? value : Number.NaN
  }
  const readText = (start: number, end: number) => row.toString('utf8', start, end)
  const readHex = (start: number, end: number) => row.toString('hex', start, end)
  const readFlag = (start: number) => row[start] === 1
  const integer = () => next(readInteger) ?? Number.NaN
  const reader: RowReader = {
    integer,
    text: () => next(readText),
    hex: () => next(readHex),
    flag: () => next(readFlag),
    moment() {
      const microseconds = integer()
      return new Date(microseconds % 1000 === 0 ? EPOCH_MS + microseconds / 1000 : Number.NaN)
    },
  }
  return { open, reader }
}
