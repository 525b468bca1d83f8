import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSandbox } from './sandbox.ts'

const { env } = process
if (env['NODE_ENV'] === 'production')
  fail("The sandbox is only for laptops and tests. It doesn't start with NODE_ENV=production.")

const port = readPort('SANDBOX_PORT', 3100)
const smtpPort = readPort('SANDBOX_SMTP_PORT', port && port + 1)
const shopUrl = readOrigin('SHOP_URL', 'http://localhost:3000')

const sandbox = await startPatiently().catch(explain)
for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, () => void stop())
if (process.send) process.send({ ready: true })
else console.log(`Sandbox at ${sandbox.url}, mail at ${new URL(sandbox.smtpUrl).host}`)

/** Retries, because a sandbox that is stopping may hold the ports a little longer. */
async function startPatiently() {
  const until = Date.now() + 3_000
  for (;;) {
    try {
      return await startSandbox({ port, smtpPort, shopUrl })
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isTaken || Date.now() > until) throw error
      await sleep(50)
    }
  }
}

async function stop(): Promise<void> {
  await sandbox.stop()
  process.exit()
}

function readPort(name: string, otherwise: number): number {
  const text = env[name] || String(otherwise)
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > 65_535) fail(`${name} is not a port: ${text}`)
  return number
}

function readOrigin(name: string, otherwise: string): string {
  const text = env[name] || otherwise
  const { origin = 'null' } = URL.parse(text) ?? {}
  if (origin === 'null') fail(`${name} is not an address: ${text}`)
  return origin
}

function explain(error: NodeJS.ErrnoException & { port?: number }): never {
  if (error.code !== 'EADDRINUSE') throw error
  fail(`Port ${error.port} is taken. Set another one in SANDBOX_PORT or SANDBOX_SMTP_PORT.`)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
