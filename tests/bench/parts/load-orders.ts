import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import type { Answered } from '#tests/bench/run/load.ts'
import { findTool } from '#tests/bench/run/name-machine.ts'

type Wrk = {
  url: string
  people: string
  connections: number
  seconds: number
  thinkMs?: number
  product?: string // set if API clients buy, with their keys
}

/** Places orders over HTTP with wrk, which leaves most of the CPU to the shop. */
export async function wrk(load: Wrk): Promise<Answered> {
  const { url, people, connections, seconds, thinkMs = 0 } = load
  const script = join(import.meta.dirname, 'orders.lua')
  const asApiClients = load.product ? { PRODUCT: load.product } : {}
  const env = { PEOPLE: people, THINK_MS: String(thinkMs), RUN: randomUUID(), ...asApiClients }
  const args = ['-t', 1, '-c', connections, '-d', `${seconds}s`, '-s', script, url]
  const said = await output(findTool('wrk') ?? 'wrk', args, env)
  const { orders, refused, ...rest } = JSON.parse(/JSON (.*)/.exec(said)![1]!) as {
    orders: number
    refused: number
    seconds: number
    p50: number
    p99: number
  }
  if (refused > 0) throw new Error(`${refused} of ${orders} orders were refused`)
  return { rate: orders / rest.seconds, p50: rest.p50, p99: rest.p99 }
}

type Pgbench = {
  url: string
  folder: string
  script: string
  clients: number
  seconds: number
  rate?: number // transactions a second; without it, as many as possible
}

export async function pgbench(load: Pgbench): Promise<Answered> {
  const { url, folder, script, clients, seconds, rate } = load
  const file = join(folder, 'pgbench.sql')
  writeFileSync(file, script)
  const log = join(folder, 'pgbench')
  const pace = rate ? ['-R', Math.round(rate)] : []
  const args = ['-n', '-M', 'prepared', '-f', file, '-c', clients, '-j', 1, '-T', seconds]
  await output(findTool('pgbench') ?? 'pgbench', [
    ...args,
    ...pace,
    '-l',
    `--log-prefix=${log}`,
    url,
  ])
  const lines = globSync(`${log}.*`).flatMap((path) => {
    const read = readFileSync(path, 'utf8').trim().split('\n')
    rmSync(path)
    return read
  })
  // fields: client, number, microseconds, file, second, microsecond[, microseconds behind schedule]
  const times = lines.flatMap((line) => {
    const fields = line.split(' ').map(Number)
    const time = (fields[2]! - (rate ? fields[6]! : 0)) / 1000
    return Number.isNaN(time) ? [] : [time] // the last line may be incomplete
  })
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN
  return { rate: times.length / seconds, p50: at(0.5), p99: at(0.99) }
}

async function output(program: string, args: (string | number)[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(program, args.map(String), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode !== 0 && child.exitCode !== null) throw new Error(`${program}: ${complained}`)
  return said
}
