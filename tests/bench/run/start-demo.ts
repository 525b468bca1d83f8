import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { findFreePort } from '#server/platform/db/embedded/embedded.ts'

const ROOT = join(import.meta.dirname, '../../..')

export type Demo = { url: string; pid: number; readyMs: number; stop(): Promise<void> }

/** Runs `npm start` on this data folder. The first run also loads the demo shop. */
export async function startDemo(stack: AsyncDisposableStack, folder: string): Promise<Demo> {
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // makes a process group, so that one signal stops all of it
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: '',
      DATA_DIR: folder,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
    },
  })
  const ended = once(child, 'close')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGTERM')
    await ended
  }
  stack.defer(stop)
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('Gemstall ready')) continue
    const readyMs = performance.now() - startedAt
    child.stdout.resume()
    return { url: `http://localhost:${port}`, pid: findShop(folder), readyMs, stop }
  }
  throw new Error('npm start stopped before the shop was ready')
}

/** Finds the shop's own process among those that `npm start` runs. */
function findShop(folder: string): number {
  const pid = readdirSync('/proc').find((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      const [command, environment] = ['cmdline', 'environ'].map((file) =>
        readFileSync(`/proc/${name}/${file}`, 'utf8').split('\0'),
      )
      return (
        command!.some((word) => word.endsWith('server/main.ts')) &&
        environment!.includes(`DATA_DIR=${folder}`)
      )
    } catch {
      return false // it has just ended
    }
  })
  if (!pid) throw new Error('The process of the shop was not found')
  return Number(pid)
}
