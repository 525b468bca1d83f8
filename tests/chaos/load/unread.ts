import { existsSync, readFileSync } from 'node:fs'

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
const [ESTABLISHED, LISTENING] = ['01', '0A']

/**
 * Returns whether the process on this port has accepted all connections and read everything sent to it. It has to
 * answer all that it has read. Works on Linux only.
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
