import type { Sql } from '#server/platform/db/db.ts'
import type { Load } from './mixed-load.ts'

/** The state of a node and its database, seen from outside. Sizes are in MB. */
export type NodeSample = {
  second: number
  memory: number
  heap: number
  external: number
  lagMs: number // p99 delay of the event loop
  files: number // open files and sockets
  resources: number // active timers, sockets and the like
  connections: number // to the database, from all nodes
  databaseSize: number
  jobs: number
  due: number // jobs that are due
  requests: number // since the previous sample
  refused: number
  p50: number
  p99: number
}

export type Open = Pick<NodeSample, 'files' | 'resources' | 'connections'>
type Deps = { metricsUrl: string; sql: Sql }

export const SAMPLE_SECONDS = 10
const MB = 1024 * 1024

export async function sampleNode(
  { metricsUrl, sql }: Deps,
  load: Load,
  second: number,
): Promise<NodeSample> {
  const read = await readMetrics(metricsUrl)
  const [row] = await sql<[Pick<NodeSample, 'databaseSize' | 'jobs' | 'due'>]>`
    select pg_database_size(current_database()) as database_size,
      (select count(*) from job) as jobs, (select count(*) from job where run_at <= now()) as due`
  const seen = load.samples.splice(0) // keeping them through the whole soak would itself be a leak
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
 * Counts open resources, to compare two moments without load. Jobs that run each minute open database connections,
 * which stay for a while. They are counted separately: each holds a socket and a timer.
 */
export async function sampleOpen({ metricsUrl, sql }: Deps): Promise<Open> {
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
