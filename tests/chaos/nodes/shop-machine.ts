import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { hasEnded, type Machine } from './network.ts'

const SHOP_PORT = 3000

export type ShopMachine = Machine & {
  url: string
  start(): Promise<void>
  /** Stops as in a deployment: the node finishes its work first. */
  stop(): Promise<void>
  kill(): Promise<void>
  log: string
}

type Options = { root: string; folder: string; env: Record<string, string> }

/** A shop node on its own machine, from this checkout or another. */
export function createShopMachine(machine: Machine, { root, folder, env }: Options): ShopMachine {
  let child: ChildProcess | undefined
  const dataDir = join(folder, machine.name)
  const log = join(folder, `${machine.name}.log`)
  mkdirSync(dataDir, { recursive: true })
  return {
    ...machine,
    log,
    url: `http://${machine.address}:${SHOP_PORT}`,
    async start() {
      const out = openSync(log, 'a')
      const [execPath, ...words] = [...machine.inside, process.execPath]
      child = fork(join(root, 'server/main.ts'), [], {
        cwd: root,
        execPath: execPath!,
        execArgv: words,
        env: {
          ...process.env,
          NODE_ENV: 'development',
          HOST: '0.0.0.0',
          PORT: String(SHOP_PORT),
          DATA_DIR: dataDir,
          ...env,
        },
        stdio: ['ignore', out, out, 'ipc'],
      })
      const isReady = await Promise.race([
        once(child, 'message').then(() => true),
        hasEnded(child).then(() => false),
      ])
      if (!isReady)
        throw new Error(`The shop on ${machine.name} did not start:\n${readFileSync(log, 'utf8')}`)
    },
    async stop() {
      child?.kill('SIGTERM')
      if (child) await hasEnded(child)
    },
    async kill() {
      child?.kill('SIGKILL')
      if (child) await hasEnded(child)
    },
  }
}
