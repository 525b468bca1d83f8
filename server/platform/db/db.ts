import { DatabaseError, Pool, types, type PoolClient } from 'pg'
import { copyOut, type RowReader } from './copy-out.ts'
import { copyIn, copyText, type CopiedText } from './copy-text.ts'
import {
  compile,
  markFragment,
  nameFragment,
  setFragment,
  valuesFragment,
  writeJson,
  type Compiled,
  type Fragment,
} from './tag.ts'

/** Rows, and the number of rows the statement affected. */
type Rows<Row extends object[]> = Row & { count: number }

/** Runs when it is awaited. Inside another query it becomes a part of that query. */
type Query<Row extends object[]> = Fragment & Promise<Rows<Row>>

type Tag = {
  <Row extends object[] = Record<string, unknown>[]>(
    strings: TemplateStringsArray,
    ...values: unknown[]
  ): Query<Row>
  /** Quotes the name of a table or column. */
  (name: string): Fragment
  /** Writes `(a, b) values (…)` for an insert. */
  values(row: Record<string, unknown>): Fragment
  /** Writes `a = …, b = …` for an update, without undefined fields. */
  set(row: Record<string, unknown>): Fragment
  json(value: unknown): string
  /** Runs text without parameters, for migrations. */
  unsafe(text: string): Promise<void>
}

/** The connection pool. Reads may use it directly. */
export type Sql = Tag & {
  begin<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  end(): Promise<void>
}

/** An open transaction. A function that asks for a Tx cannot be called outside one. */
export type Tx = Tag & {
  /** Runs only if the transaction commits. */
  afterCommit(run: () => void): void
  /** Reads millions of rows and passes each to `take` as it arrives. */
  copyOut(query: Fragment, take: (row: RowReader) => void): Promise<void>
  /** Streams the output of `copy … to stdout`. Read it to the end before the next query. */
  copyText(query: Fragment): CopiedText
  /** Feeds `copy … from stdin` and returns the number of rows. */
  copyIn(query: Fragment, pieces: AsyncIterable<Buffer>): Promise<number>
}

const STATEMENT_TIMEOUT_MS = 8_000 // the browser gives up after ten seconds
const SILENCE_MS = 1_000 // grace on top of that, then the server counts as lost
const CONNECT_TIMEOUT_MS = 5_000
const IDLE_MS = 30_000 // reconnecting costs 30 ms at the first order; a connection that died unnoticed should go
const BIGINT_TYPE = 20

type ConnectOptions = {
  connectionsMax?: number
  patience?: number // multiplies the timeouts for connections and statements
  statementTimeoutMs?: number
}

export function connect(
  url: string,
  { connectionsMax = 10, patience = 1, statementTimeoutMs }: ConnectOptions = {},
): Sql {
  const timeoutMs = statementTimeoutMs ?? STATEMENT_TIMEOUT_MS * patience
  const pool = new Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS * patience,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true, // an unused connection keeps no program running
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + SILENCE_MS,
    idle_in_transaction_session_timeout: 2 * timeoutMs,
    application_name: 'gemstall',
    keepAlive: true,
    types: { getTypeParser },
  })
  silence(pool)
  return Object.assign(createTag(pool), {
    begin: <T>(work: (tx: Tx) => Promise<T>) => transact(pool, work),
    end: () => pool.end(),
  })
}

/** Ignores connection errors here, where they would end the process. The waiting query gets them too. */
function silence(pool: Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

async function transact<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const afterwards: (() => void)[] = []
  const afterCommit = (run: () => void) => void afterwards.push(run)
  let isBroken = false
  try {
    await client.query('begin')
    const copies: Pick<Tx, 'copyOut' | 'copyText' | 'copyIn'> = {
      copyOut: (query, take) => copyOut(client, compile(query), take),
      copyText: (query) => copyText(client, compile(query).text),
      copyIn: (query, pieces) => copyIn(client, compile(query).text, pieces),
    }
    const result = await work(Object.assign(createTag(client), { afterCommit, ...copies }))
    const { command } = await client.query('commit')
    // PostgreSQL answers this commit with ROLLBACK, and without an error, if a query failed and `work` ignored it.
    if (command !== 'COMMIT') throw new Error('An earlier error in this transaction rolled it back')
    for (const run of afterwards) run()
    return result
  } catch (error) {
    isBroken = isSilent(error) || !(await undo(client))
    throw error
  } finally {
    client.release(isBroken)
  }
}

/** Resolves to true when the connection can be reused. */
const undo = (client: PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  )

/** A server that left one query unanswered will not answer the rollback either. Asking would double the wait. */
const isSilent = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

type Runner = Pick<Pool, 'query'>

function createTag(runner: Runner): Tag {
  function tag(strings: TemplateStringsArray | string, ...values: unknown[]) {
    return typeof strings === 'string'
      ? nameFragment(strings)
      : createQuery(runner, { strings, values })
  }
  return Object.assign(tag, {
    values: valuesFragment,
    set: setFragment,
    json: writeJson,
    unsafe: async (text: string) => {
      await runner.query(text)
    },
  }) as Tag
}

function createQuery(runner: Runner, fragment: Fragment): Query<object[]> {
  let running: Promise<Rows<object[]>> | undefined
  const start = () => (running ??= run(runner, compile(fragment)))
  const query: Query<object[]> = {
    ...fragment,
    // eslint-disable-next-line unicorn/no-thenable -- awaiting it is how it is run
    then: (onDone, onFailed) => start().then(onDone, onFailed),
    catch: (onFailed) => start().catch(onFailed),
    finally: (onEnd) => start().finally(onEnd),
    [Symbol.toStringTag]: 'Query',
  }
  return markFragment(query)
}

async function run(runner: Runner, { text, values }: Compiled): Promise<Rows<object[]>> {
  const { rows, fields, rowCount } = await runner.query<unknown[]>({
    ...nameOf(text),
    text,
    values,
    rowMode: 'array',
  })
  const names = fields.map(({ name }) => toCamel(name))
  const objects = rows.map((row) =>
    Object.fromEntries(names.map((name, index) => [name, row[index]])),
  )
  return Object.assign(objects, { count: rowCount ?? 0 })
}

const STATEMENTS_MAX = 2_000
const statements = new Map<string, string>()

/**
 * Names a statement, so that the server parses and plans it once per connection. Statements beyond the limit get no
 * name, because texts that vary would fill the memory.
 */
function nameOf(text: string): { name?: string } {
  const known = statements.get(text)
  if (known) return { name: known }
  if (statements.size >= STATEMENTS_MAX) return {}
  const name = `s${statements.size}`
  statements.set(text, name)
  return { name }
}

const toCamel = (name: string) =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

function getTypeParser(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return type === BIGINT_TYPE ? safeInteger : types.getTypeParser(type, format as 'text')
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${text} does not fit a number`)
  return value
}

export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof DatabaseError && error.constraint === constraint

/** True when a lock was not granted within its timeout. */
export const isLockTaken = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '55P03'

/** The detail that the database gives with an error. */
export const detailOf = (error: unknown): string =>
  error instanceof DatabaseError ? (error.detail ?? '') : ''

const CONNECTION_LOST = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)/
const SERVER_GOING = /^(57P0[1-5]|53\d{3}|58\d{3}|08\d{3}|25006|57014|55P03|40001|40P01)$/
const CLIENT_LOST =
  /^(Connection terminated|timeout exceeded|Query read timeout|Client |Cannot use a pool)/

/** True when the database was unreachable, overloaded or out of space. False when the query itself was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return CONNECTION_LOST.test(code) || SERVER_GOING.test(code) || CLIENT_LOST.test(error.message)
}
