// Runs beside PostgreSQL and answers GET /primary as Patroni does, so that a proxy knows where writes go.
import { createServer } from 'node:http'
import process from 'node:process'
import { Client } from 'pg'

const PORT = 8008
const TIMEOUT_MS = 800

createServer((_request, response) => {
  void takesWrites().then((isPrimary) => response.writeHead(isPrimary ? 200 : 503).end())
}).listen(PORT)

async function takesWrites(): Promise<boolean> {
  const client = new Client({
    host: '127.0.0.1',
    user: 'postgres',
    password: process.argv[2],
    database: 'postgres',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>(
      'select pg_is_in_recovery() as standby',
    )
    return rows[0]?.standby === false
  } catch {
    return false
  } finally {
    void client.end().catch(() => {})
  }
}
