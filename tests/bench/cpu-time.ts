import { readdirSync, readFileSync } from 'node:fs'
import type { Sql } from '#server/platform/db/db.ts'

const TICK_MS = 10

/** What a process has used of the cores so far, in milliseconds, also those of its children that have ended. */
function usedBy(pid: number): { parent: number; ms: number } {
  const [, rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = rest!.split(' ').map(Number)
  const ticks = fields[11]! + fields[12]! + fields[13]! + fields[14]!
  return { parent: fields[1]!, ms: ticks * TICK_MS }
}

/** The database's processes and one more, together: other work on the machine does not count. Linux alone tells. */
export async function countCpu(sql: Sql, shopPid: number): Promise<() => number> {
  const [{ pid }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
  const { parent: postmaster } = usedBy(pid)
  return () => {
    const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    const backends = processes.flatMap((name) => {
      try {
        const { parent, ms } = usedBy(Number(name))
        return parent === postmaster ? [ms] : []
      } catch {
        return [] // it has just ended, and is counted with its parent
      }
    })
    const sum = backends.reduce((total, ms) => total + ms, 0)
    return sum + usedBy(postmaster).ms + usedBy(shopPid).ms
  }
}
