import type { ClientBase, Connection } from 'pg'
import type { Compiled } from './tag.ts'

// Reads millions of rows in PostgreSQL's binary format: COPY … TO STDOUT (FORMAT binary).

/** Reads the fields of one row in order, each by the type of its column. */
export type RowReader = {
  /** Returns NaN for null, and for integers that a JavaScript number cannot hold exactly. */
  integer(): number
  text(): string | null
  /** Returns bytes as hexadecimal text. */
  hex(): string | null
  flag(): boolean | null
  /** Returns an invalid date for null, infinity and timestamps with fractions of a millisecond. */
  moment(): Date
}

const NO_TIMEOUT_MS = 2 ** 31 - 1

/** Passes each row to `take` as it arrives. `take` must read it at once, because no rows are buffered. */
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
        reject(error) // the remaining rows arrive and are ignored
      }
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => copy.callback(null),
    handleError: (error: Error) => copy.callback(error),
  }
  client.query(copy)
  return promise
}

/** COPY takes no parameters, so integers are written into its text. Other values are refused. */
const writeOut = ({ text, values }: Compiled): string =>
  text.replace(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1]
    if (!Number.isSafeInteger(value)) throw new Error('A copy takes only whole numbers')
    return String(value)
  })

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const EPOCH_MS = Date.UTC(2000, 0, 1)
const NONE = -1 // the length of a null field, and the field count that marks the end

function createReader() {
  let row: Buffer = Buffer.alloc(0)
  let at = 0
  let isBegun = false

  /** Starts reading a message, which holds one row. The first message also has the header. */
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
