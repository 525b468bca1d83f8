import { fork, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { finished } from 'node:stream/promises'
import { outsideWorld } from '#sandbox/credentials.ts'
import { reservePort } from './ports.ts'

const ROOT = join(import.meta.dirname, '../../..')

const STOP_MAX_MS = 10_000

export type Run = {
  child: ChildProcess
  /** Everything the process has printed. */
  said(): string
  /** Its exit status, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
}

type Account = { uid: number; gid: number }

/**
 * Runs one of our programs as an operator does, in its own process. It is stopped when the test ends, if not before.
 */
export function run(
  stack: AsyncDisposableStack,
  [program, ...args]: [string, ...string[]],
  { env, account }: { env: NodeJS.ProcessEnv; account?: Account | undefined },
): Run {
  const child = fork(join(ROOT, program), args, {
    ...account,
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const streams = [child.stdout!, child.stderr!]
  for (const stream of streams)
    stream.setEncoding('utf8').on('data', (chunk: string) => void (output += chunk))
  const ended = Promise.all([
    once(child, 'exit'),
    ...streams.map((stream) => finished(stream)),
  ]).then(([[code, signal]]) => code ?? signal)
  stack.defer(async () => {
    child.kill('SIGTERM') // a clean stop, so that its folder can be removed afterwards
    const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_MAX_MS)
    await ended
    clearTimeout(impatience)
  })
  return { child, said: () => output, ended }
}

export type ShopProcess = Run & { url: string }

/** Starts a shop on its embedded database, and returns once it answers. */
export async function startShopProcess(
  stack: AsyncDisposableStack,
  { env, account }: { env: NodeJS.ProcessEnv; account?: Account | undefined },
): Promise<ShopProcess> {
  const PORT = env['PORT'] ?? String(await reservePort())
  const shop = run(stack, ['server/main.ts'], { env: { ...alone(), PORT, ...env }, account })
  const isReady = await Promise.race([
    once(shop.child, 'message').then(() => true),
    shop.ended.then(() => false),
  ])
  if (!isReady) throw new Error(`The shop did not start:\n${shop.said()}`)
  return { ...shop, url: `http://localhost:${PORT}` }
}

/** The environment a shop requires, with nothing behind its outside addresses. */
export const alone = () => ({
  ...outsideWorld({ sandboxUrl: 'http://localhost:9', smtpPort: 9 }),
  LOG_LEVEL: 'silent',
})

/** Makes an empty data folder that every user account may enter. It is removed when the test ends. */
export function makeFolder(stack: AsyncDisposableStack, mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'gemstall-test-'))
  chmodSync(folder, mode)
  stack.defer(() => {
    const note = join(folder, 'postgres-is-at')
    if (existsSync(note))
      rmSync(readFileSync(note, 'utf8').trim(), { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Copies a data folder, so that the test can damage it. Owners are kept. */
export function copyFolder(stack: AsyncDisposableStack, from: string): string {
  const folder = makeFolder(stack)
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return folder
}

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
