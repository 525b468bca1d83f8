import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { findPostgres } from '#server/platform/db/embedded/embedded-paths.ts'

export type Machine = {
  cpu: string
  cores: number
  memoryGiB: number
  system: string
  node: string
  postgres: string
  commit: string
}

/** Describes the machine and the commit that were measured. */
export async function nameMachine(folder: string): Promise<Machine> {
  const { binaries } = await findPostgres(folder)
  const hasChanges = say('git', 'status', '--porcelain') !== ''
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.version,
    postgres: say(join(binaries, 'bin/postgres'), '--version').replace(/^.*\) /, ''),
    commit: `${say('git', 'rev-parse', '--short', 'HEAD')}${hasChanges ? ' and changes' : ''}`,
  }
}

/** Load average of the last minute, which shows whether the machine was busy. */
export const loadNow = (): number => Math.round(loadavg()[0]! * 10) / 10

function say(program: string, ...words: string[]): string {
  const { stdout } = spawnSync(program, words, { cwd: import.meta.dirname, encoding: 'utf8' })
  return stdout?.trim() ?? ''
}

const PLACES = {
  wrk: ['/usr/bin/wrk', '/usr/local/bin/wrk', '/opt/homebrew/bin/wrk'],
  pgbench: [
    ...[18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`),
    '/usr/bin/pgbench',
    '/usr/local/bin/pgbench',
    '/opt/homebrew/bin/pgbench',
  ],
}

export type Tool = keyof typeof PLACES

export const findTool = (name: Tool): string | undefined =>
  PLACES[name].find((path) => existsSync(path))
