import type { Sql } from '#server/platform/db/db.ts'
import type { Load } from './mixed-load.ts'

/** What a node and its database look like from outside at one moment; sizes in MB. */
export type NodeSample = {
  second: number
  memory: number
  heap: number
  external: number
  lagMs: number // of the event loop, p99
  files: number // and sockets
  resources: number // timers and the like
  connections: number // to the database, of all
  databaseSize: number
  jobs: number
  due: number // of them
  requests: number // since the sample before
  refused: number
  p50: number
  p99: number
}

export type Open = Pick<NodeSample, 'files' | 'resources' | 'connections'>
type Place = { metricsUrl: string; sql: Sql }

export const SAMPLE_SECONDS = 10
const MB = 1024 * 1024

export async function sampleNode(
  { metricsUrl, sql }: Place,
  load: Load,
  second: number,
): Promise<NodeSample> {
  const read = await readMetrics(metricsUrl)
  const [row] = await sql<[Pick<NodeSample, 'databaseSize' | 'jobs' | 'due'>]>`
    select pg_database_size(current_database()) as database_size,
      (select count(*) from job) as jobs, (select count(*) from job where run_at <= now()) as due`
  const seen = load.samples.splice(0) // kept for as long as the soak they would be a leak of their own
  const times = seen.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => round(times[Math.floor(times.length * share)] ?? 0)
  return {
    second,
    memory: round(read('process_resident_memory_bytes') / MB),
    heap: round(read('nodejs_heap_size_used_bytes') / MB),
    external: round(read('nodejs_external_memory_bytes') / MB),
    lagMs: round(read('nodejs_eventloop_lag_p99_seconds') * 1000),
    files: read('process_open_fds'),
    resources: read('nodejs_active_resources_total'),
    connections: await countConnections(sql),
    ...row,
    databaseSize: round(row.databaseSize / MB),
    requests: seen.length,
    refused: seen.filter(({ status }) => status !== 200).length,
    p50: at(0.5),
    p99: at(0.99),
  }
}

/**
 * What is open, to be held against another moment at which nobody wants anything either. Jobs that run each minute open some
 * connections to the database, which stay for a while: they are counted by themselves, each a socket and a timer.
 */
export async function sampleOpen({ metricsUrl, sql }: Place): Promise<Open> {
  const [read, connections] = await Promise.all([readMetrics(metricsUrl), countConnections(sql)])
  return {
    files: read('process_open_fds') - connections,
    resources: read('nodejs_active_resources_total') - 2 * connections,
    connections,
  }
}

async function countConnections(sql: Sql): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*) from pg_stat_activity where application_name = 'gemstall'`
  return count
}

type Read = (name: string) => number

async function readMetrics(url: string): Promise<Read> {
  const text = await (await fetch(url)).text()
  return (name) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0)
}

const round = (number: number) => Math.round(number * 10) / 10
