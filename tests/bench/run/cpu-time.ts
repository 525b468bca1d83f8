import { readdirSync, readFileSync } from 'node:fs'
import type { Sql } from '#server/platform/db/db.ts'

const TICK_MS = 10

/** CPU time of a process so far in milliseconds, including its children that have ended. */
function usedBy(pid: number): { parent: number; ms: number } {
  const [, rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = rest!.split(' ').map(Number)
  const ticks = fields[11]! + fields[12]! + fields[13]! + fields[14]!
  return { parent: fields[1]!, ms: ticks * TICK_MS }
}

/** Counts the CPU time of the database and the shop, without other work on the machine. Works only on Linux. */
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
        return [] // it has just ended, so its parent's time includes it
      }
    })
    const sum = backends.reduce((total, ms) => total + ms, 0)
    return sum + usedBy(postmaster).ms + usedBy(shopPid).ms
  }
}
