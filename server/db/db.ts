import postgres from 'postgres'

type Types = { bigint: number }
/** The pool. Reads may use it directly. */
export type Sql = postgres.Sql<Types>
/** An open transaction. A function that asks for a Tx cannot be called outside one. */
export type Tx = postgres.TransactionSql<Types>

const STATEMENT_TIMEOUT_MS = 8_000 // the browser gives up after ten seconds
const RECONNECT_WAIT_SECONDS = 0.2

export const connect = (url: string, { connectionsMax = 10 } = {}): Sql =>
  postgres(url, {
    max: connectionsMax,
    connect_timeout: 5,
    backoff: () => RECONNECT_WAIT_SECONDS,
    transform: postgres.camel,
    types: { bigint: { to: 20, from: [20], parse: safeInteger, serialize: String } },
    onnotice: () => {},
    connection: {
      application_name: 'gemstall',
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
    },
  })

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${text} does not fit a number`)
  return value
}

export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof postgres.PostgresError && error.constraint_name === constraint

const CONNECTION_LOST = /^(CONNECT|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)/
const SERVER_GOING = /^(57P0[1-5]|53300|08\d{3}|25006|57014|55P03|40001|40P01)$/

/** Whether the database was away or overloaded, rather than the question wrong. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  (CONNECTION_LOST.test(error.code) || SERVER_GOING.test(error.code))
