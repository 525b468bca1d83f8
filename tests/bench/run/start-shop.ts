import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { outsideWorld } from '#sandbox/credentials.ts'
import { SHOP_FLAGS } from '#scripts/shop-flags.ts'
import { findFreePort } from '#server/platform/db/embedded/embedded.ts'

const ROOT = join(import.meta.dirname, '../../..')

export type Shop = { url: string; pid: number; secret: string }
type ShopOptions = { folder: string; databaseUrl: string }

/** Starts a shop on a running database, with rate limits too high to matter. */
export async function startShop(
  stack: AsyncDisposableStack,
  { folder, databaseUrl }: ShopOptions,
): Promise<Shop> {
  const port = await findFreePort()
  const secret = randomBytes(33).toString('base64')
  const child = fork(join(ROOT, 'server/main.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: process.env['BENCH_NODE_OPTIONS']?.split(' ') ?? SHOP_FLAGS,
    env: {
      ...process.env,
      ...outsideWorld({ sandboxUrl: 'http://localhost:1', smtpPort: 1 }),
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      SECRET: secret,
      PORT: String(port),
      LIMIT_CALLS_AT_ONCE: '100000',
      LIMIT_REQUESTS_PER_MINUTE: '100000000',
      LIMIT_API_REQUESTS_PER_SECOND: '1000000',
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'), // as `npm start` does
    },
  })
  stack.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('The shop stopped before it was ready')
  })
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {}) // after this, the shop ends only when it is told to
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, secret }
}
