import { once } from 'node:events'
import { Client, type Connection } from 'pg'
import { COPY_BEGIN, COPY_END } from './row-writer.ts'

export type Copy = {
  write(rows: Uint8Array): Promise<void>
  end(): Promise<void>
}

/**
 * Copies rows into an empty table, on a separate connection. The same transaction truncates the table first.
 * PostgreSQL can then write the rows frozen, and without a log if `wal_level` is minimal.
 */
export async function copyIn(url: string, table: string, columns: string): Promise<Copy> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query(`truncate ${table}`)
  const begun = Promise.withResolvers<Connection>()
  const done = Promise.withResolvers<void>()
  const fail = (error: Error) => {
    begun.reject(error)
    done.reject(error)
  }
  done.promise.catch(() => {}) // write() and end() report the error
  client.query({
    callback: (error: Error | null) => (error ? fail(error) : done.resolve()),
    submit: (connection: Connection) =>
      connection.query(`copy ${table} (${columns}) from stdin (format binary, freeze)`),
    handleCopyInResponse: (connection: Connection) => begun.resolve(connection),
    handleCommandComplete: () => {},
    handleReadyForQuery: () => done.resolve(),
    handleError: fail,
  } as never)
  const connection = await begun.promise
  const send = async (rows: Uint8Array) => {
    const head = Buffer.from([COPY_DATA, 0, 0, 0, 0])
    head.writeInt32BE(rows.length + 4, 1)
    connection.stream.write(head)
    if (!connection.stream.write(rows))
      await Promise.race([once(connection.stream, 'drain'), done.promise])
  }
  await send(COPY_BEGIN)
  return {
    write: (rows) => (rows.length > 0 ? send(rows) : Promise.resolve()),
    async end() {
      await send(COPY_END)
      connection.stream.write(Buffer.from([COPY_DONE, 0, 0, 0, 4]))
      await done.promise
      await client.query('commit')
      await client.end()
    },
  }
}

const COPY_DATA = 'd'.charCodeAt(0)
const COPY_DONE = 'c'.charCodeAt(0)
