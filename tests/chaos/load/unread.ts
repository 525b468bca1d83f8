import { existsSync, readFileSync } from 'node:fs'

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
const [ESTABLISHED, LISTENING] = ['01', '0A']

/**
 * Whether a process on this machine has taken all connections to its port and read all that came over them: what it knows of,
 * it has to answer. Linux alone tells.
 */
export function hasReadAll(port: number): boolean {
  const own = port.toString(16).toUpperCase().padStart(4, '0')
  const lines = TABLES.filter((path) => existsSync(path)).flatMap((path) =>
    readFileSync(path, 'utf8').split('\n').slice(1),
  )
  return lines.every((line) => {
    const [, local, , state, queues] = line.trim().split(/\s+/)
    const isOwn = local?.endsWith(`:${own}`) && (state === ESTABLISHED || state === LISTENING)
    return !isOwn || Number.parseInt(queues!.split(':')[1]!, 16) === 0
  })
}
