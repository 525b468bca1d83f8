import { Readable } from 'node:stream'
import type { ClientBase, Connection } from 'pg'

// Copies whole tables in PostgreSQL's text format, which is the same in all versions: COPY … TO STDOUT and back.

/** `count` resolves when all rows have been read. */
export type CopiedText = { text: Readable; count: Promise<number> }

const NO_TIMEOUT_MS = 2 ** 31 - 1
const PIECE_BYTES = 256 * 1024

/** Streams the output of a COPY. The connection pauses while the reader is behind. */
export function copyText(client: ClientBase, text: string): CopiedText {
  const { promise: count, resolve, reject } = Promise.withResolvers<number>()
  count.catch(() => {}) // the reader of the stream gets this error too
  let wire: Connection | undefined
  let rows = 0
  let isOver = false
  let piece = Buffer.allocUnsafe(PIECE_BYTES)
  let filled = 0
  const stream = new Readable({
    read: () => void (isOver || wire?.stream.resume()),
    destroy(error, done) {
      if (!isOver) wire?.stream.destroy() // closing the connection is the only way to stop a COPY
      done(error)
    },
  })
  const give = (bytes: Buffer) => {
    if (!stream.push(bytes) && !isOver) wire?.stream.pause()
  }
  const flush = () => {
    if (filled === 0) return
    give(piece.subarray(0, filled))
    piece = Buffer.allocUnsafe(PIECE_BYTES)
    filled = 0
  }
  const end = (error: Error | null) => {
    isOver = true
    wire?.stream.resume() // the end may follow the chunk that paused the connection
    if (error) {
      reject(error)
      stream.destroy(error)
      return
    }
    flush()
    stream.push(null)
    resolve(rows)
  }
  const copy = {
    query_timeout: NO_TIMEOUT_MS,
    callback: end,
    submit(connection: Connection) {
      wire = connection
      connection.query(text)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (filled + chunk.length > PIECE_BYTES) flush()
      if (chunk.length > PIECE_BYTES) return give(Buffer.from(chunk))
      filled += chunk.copy(piece, filled)
    },
    handleCommandComplete: ({ text }: { text: string }) => void (rows = rowsOf(text)),
    handleReadyForQuery: () => copy.callback(null),
    handleError: (error: Error) => copy.callback(error),
  }
  client.query(copy)
  return { text: stream, count }
}

/** Sends the text as fast as the server reads it, and returns the number of rows. */
export function copyIn(
  client: ClientBase,
  text: string,
  pieces: AsyncIterable<Buffer>,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const refused = new AbortController()
  let rows = 0
  let broken: unknown
  const end = (error: Error | null) => {
    refused.abort()
    if (broken || error) reject(broken ?? error)
    else resolve(rows)
  }
  const copy = {
    query_timeout: NO_TIMEOUT_MS,
    callback: end,
    submit: (connection: Connection) => connection.query(text),
    handleCopyInResponse(connection: Writing) {
      void send(connection, pieces, refused.signal).catch((error: unknown) => {
        broken = error
        connection.sendCopyFail('the data to copy cannot be read')
      })
    },
    handleCommandComplete: ({ text }: { text: string }) => void (rows = rowsOf(text)),
    handleReadyForQuery: () => copy.callback(null),
    handleError: (error: Error) => copy.callback(error),
  }
  client.query(copy)
  return promise
}

type Writing = Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

async function send(connection: Writing, pieces: AsyncIterable<Buffer>, refused: AbortSignal) {
  for await (const piece of pieces) {
    if (refused.aborted) return
    connection.sendCopyFromChunk(piece)
    if (connection.stream.writableNeedDrain) await untilDrained(connection, refused)
  }
  if (!refused.aborted) connection.endCopyFrom()
}

const untilDrained = ({ stream }: Connection, refused: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      for (const event of ['drain', 'close']) stream.off(event, go)
      refused.removeEventListener('abort', go)
      resolve()
    }
    for (const event of ['drain', 'close']) stream.on(event, go)
    refused.addEventListener('abort', go)
  })

/** Parses the tag of a finished command, such as COPY 1234. */
const rowsOf = (command: string): number => Number(command.replace(/^COPY /, ''))
