import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { DEMO_ACCOUNTS } from '#demo/accounts.ts'
import { outsideWorld } from '#sandbox/credentials.ts'
import { findFreePort } from '#server/platform/db/embedded/embedded.ts'
import { lockDataDir } from '#server/platform/db/lock.ts'
import { SHOP_FLAGS } from './shop-flags.ts'

const ROOT = join(import.meta.dirname, '..')

type Environment = NodeJS.ProcessEnv

type Options = {
  /** Port of the shop's process, if it differs from the public one. */
  shopPort?: number
  /** Restarts the shop whenever its code changes. */
  isWatching?: boolean
}

/** Starts the shop and the sandbox that plays the outside world, each in a process of its own. */
export async function startDemoShop(
  environment: Environment,
  { shopPort, isWatching = false }: Options = {},
): Promise<Addresses> {
  const dataDir = resolve(environment['DATA_DIR'] || 'data')
  const port = environment['PORT'] || '3000'
  const shopUrl = environment['PUBLIC_URL'] || `http://localhost:${port}`
  const sandboxPort = environment['SANDBOX_PORT'] || '3100'
  const sandboxUrl = `http://localhost:${sandboxPort}`
  const smtpPort = await findFreePort()
  lockDataDir(dataDir).release() // fails here if another shop runs, before anything is started

  const sandbox = run('sandbox/main.ts', join(dataDir, 'sandbox.log'), {
    env: {
      ...environment,
      SANDBOX_PORT: sandboxPort,
      SANDBOX_SMTP_PORT: String(smtpPort),
      SHOP_URL: shopUrl,
    },
  })
  const env = {
    ...outsideWorld({ sandboxUrl, smtpPort }),
    ...environment,
    DATA_DIR: dataDir,
    PUBLIC_URL: shopUrl,
    PORT: String(shopPort ?? port),
  }
  const shop = run('server/main.ts', join(dataDir, 'shop.log'), { isWatching, env })
  stopTogether(shop, sandbox)
  await Promise.all([untilReady(shop), untilReady(sandbox)])
  const apiUrl = shopPort ? `http://localhost:${shopPort}` : shopUrl
  await loadDemoOnce({ env, dataDir, shopUrl: apiUrl, sandboxUrl })
  return { shopUrl, sandboxUrl, dataDir }
}

type Run = { env: Environment; isWatching?: boolean }

function run(program: string, logFile: string, { env, isWatching = false }: Run): ChildProcess {
  const log = openSync(logFile, 'a')
  const child = fork(join(ROOT, program), {
    cwd: process.cwd(),
    env,
    execArgv: [...SHOP_FLAGS, ...(isWatching ? ['--watch', '--watch-preserve-output'] : [])],
    stdio: ['ignore', log, 'inherit', 'ipc'],
    detached: true, // Ctrl-C reaches only this process, which then stops them in order
  })
  closeSync(log)
  return child
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Stops the shop first, while the sandbox still answers it. If either process exits by itself, both stop. */
function stopTogether(shop: ChildProcess, sandbox: ChildProcess): void {
  let isStopping = false
  const stop = async (exitCode: number) => {
    if (isStopping) return
    isStopping = true
    for (const child of [shop, sandbox]) {
      if (hasEnded(child)) continue
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0))
  shop.once('exit', () => void stop(1))
  sandbox.once('exit', () => void stop(1))
}

async function untilReady(child: ChildProcess): Promise<void> {
  for await (const [message] of eventsOf(child)) if (message.ready) return
}

async function* eventsOf(child: ChildProcess) {
  while (!hasEnded(child)) yield (await once(child, 'message')) as [{ ready?: boolean }]
}

type Addresses = { shopUrl: string; sandboxUrl: string; dataDir: string }

type Load = Addresses & { env: Environment }

async function loadDemoOnce({ env, dataDir, shopUrl, sandboxUrl }: Load): Promise<void> {
  const mark = join(dataDir, 'demo-loaded')
  if (existsSync(mark)) return
  console.log('Loading the demo shop')
  const [{ loadDemo }, { openDirectly }] = await Promise.all([
    import('#demo/load.ts'), // only the first start loads these
    import('./demo-directly.ts'),
  ])
  await using directly = await openDirectly(env)
  await loadDemo({ shopUrl, sandboxUrl, say: console.log, ...directly })
  writeFileSync(mark, '')
}

export function announce({ shopUrl, sandboxUrl, dataDir }: Addresses): void {
  const accounts = DEMO_ACCOUNTS.map(({ email, password }) => `  ${email} / ${password}`)
  console.log(
    [
      `Shop      ${shopUrl}`,
      `Sandbox   ${sandboxUrl}   its inbox has every email and SMS`,
      'Accounts',
      ...accounts,
      `Logs      ${dataDir}/shop.log, ${dataDir}/sandbox.log`,
      'Gemstall ready',
    ].join('\n'),
  )
}
