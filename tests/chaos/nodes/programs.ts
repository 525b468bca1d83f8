import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

const PROGRAMS = {
  ip: 'iproute2',
  bridge: 'iproute2',
  setpriv: 'util-linux',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
} as const

/** Debian's folders of PostgreSQL programs for the versions the shop runs on, newest first. */
const POSTGRES = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`)

/** Finds the folder of PostgreSQL's programs, or fails and names everything that is missing. */
export function findPrograms(): string {
  const missing = Object.entries(PROGRAMS).flatMap(([program, from]) =>
    spawnSync('which', [program]).status === 0 ? [] : [`${program} (Debian: ${from})`],
  )
  const postgres = POSTGRES.find((folder) => existsSync(`${folder}/pg_rewind`))
  if (!postgres) missing.push('PostgreSQL 15 to 18 (Debian: postgresql)')
  if (process.platform !== 'linux') missing.push('Linux')
  else if (process.getuid?.() !== 0) missing.push('root, to create networks')
  if (missing.length > 0) throw new Error(`This chaos test needs ${missing.join(', ')}.`)
  return postgres!
}
